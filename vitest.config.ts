// The projects of the tests. `npm test` runs all but `endurance`, which `npm run test:endurance` runs: it kills programs, cuts their
// power and moves their clocks, one file at a time and on the real disk.
import { defineConfig } from "vitest/config"
import { memoryFolder } from "./tests/support/memory-folder.ts"

/** What is waited for may take its time; what may not happen is asserted at once. */
const PATIENCE = { poll: { timeout: 25_000 } }

const ENDURANCE = [
  "tests/endurance/**/*.test.ts",
  "tests/engines/many-starts.test.ts",
  "tests/deploy.test.ts",
  "tests/operator/**/*.test.ts",
]

const POSTGRES = { globalSetup: ["tests/support/shared-postgres.ts"] }

/** Node loads the build itself, as in production: vitest would read half a megabyte again for each page that is rendered. */
const BY_NODE = { deps: { external: [/\/build\/server\//] } }

const inMemory = memoryFolder()

/**
 * Files of one project share a process (`isolate: false`), and with it the modules, the embedded engine and the browser: a test
 * must restore the timers, spies and environment that it changes.
 */
const parallel = (name: string, include: string[], test: object = {}) => ({
  oxc: { jsx: { development: false } },
  test: {
    name,
    server: BY_NODE,
    include,
    exclude: ENDURANCE,
    sequence: { groupOrder: 0 },
    isolate: false,
    // Of two processors: a browser and a server often wait for each other.
    maxWorkers: 3,
    expect: PATIENCE,
    // Only a test that hangs takes this long, and one on a machine that does much else.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // As operators run it: React's build for development takes longer to render a page.
    env: { NODE_ENV: "production", ...(inMemory !== null && { TMPDIR: inMemory }) },
    ...test,
  },
})

export default defineConfig({
  test: {
    globalSetup: ["tests/support/memory-folder.ts"],
    projects: [
      parallel("e2e", ["tests/e2e/**/*.test.ts"]),
      parallel("engines", ["tests/engines/**/*.test.ts"], POSTGRES),
      parallel("security", ["tests/security/**/*.test.ts"], POSTGRES),
      parallel("source", ["src/**/*.test.{ts,tsx}"]),
      {
        test: {
          name: "endurance",
          include: ENDURANCE,
          server: BY_NODE,
          sequence: { groupOrder: 1 },
          fileParallelism: false,
          expect: PATIENCE,
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
