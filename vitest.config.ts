// Three kinds of tests, one after the other: beside the source (rules, HTTP), stories in a browser, and what runs one file at a
// time because it kills programs, counts what is lost or waits for a moment.
import { defineConfig } from "vitest/config"

// Races, killed processes and a real browser on a busy machine: once may be the machine, twice is the product. The report
// names every test that needed its second chance.
const RETRY = 1

/** What is waited for may take its time; what may not happen is asserted at once. */
const PATIENCE = { poll: { timeout: 15_000 } }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "source",
          sequence: { groupOrder: 0 },
          retry: RETRY,
          expect: PATIENCE,
          include: ["src/**/*.test.{ts,tsx}"],
          maxWorkers: 2,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "stories",
          sequence: { groupOrder: 1 },
          retry: RETRY,
          expect: PATIENCE,
          include: ["tests/e2e/**/*.test.ts"],
          maxWorkers: 2,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "whole",
          sequence: { groupOrder: 2 },
          retry: RETRY,
          expect: PATIENCE,
          include: ["tests/**/*.test.ts"],
          exclude: ["tests/e2e/**"],
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
