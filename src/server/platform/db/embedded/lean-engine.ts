// Keeps the engine's machine code small. Its SQL parser is one function of 105 KB: V8 compiles it in milliseconds, but to optimize it, it
// takes a second and 600 MB, most of a small server's memory.
import { setFlagsFromString } from "node:v8"
import { PGlite } from "@electric-sql/pglite"
import { simpleQuery } from "./wire.ts"

/** No function has this number, so that none counts how often it runs, and none is optimized. */
const OPTIMIZE_NONE = "--wasm-tier-up-filter=2000000000"
const OPTIMIZE_ALL = "--wasm-tier-up-filter=-1"

/** What is called for the first time during `work` is never optimized. The flag is the process's: other threads notice it, too. */
export async function withoutOptimizing(work: () => Promise<void>): Promise<void> {
  setFlagsFromString(OPTIMIZE_NONE)
  try {
    await work()
  } finally {
    setFlagsFromString(OPTIMIZE_ALL)
  }
}

export class LeanEngine extends PGlite {
  /**
   * The first statement of every start, replaced by one that reaches the parser and nothing else. The original asks for the array types,
   * which the driver does not need. Relies on internals of one exact version: lean-engine.test.ts shows that it is still called.
   */
  override _initArrayTypes(): Promise<void> {
    return withoutOptimizing(() => this.execProtocolRawStream(simpleQuery(";"), { onRawData: () => undefined }))
  }
}
