// Two kinds of tests: beside the source (rules, HTTP) and under tests/ (engines, browser stories), the latter one file at a time.
import { defineConfig } from "vitest/config"

// Races, killed processes and a real browser on a busy machine: once may be the machine, twice is the product. The report
// names every test that needed its second chance.
const RETRY = 1

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "source",
          retry: RETRY,
          include: ["src/**/*.test.{ts,tsx}"],
          maxWorkers: 2,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "whole",
          retry: RETRY,
          include: ["tests/**/*.test.ts"],
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
