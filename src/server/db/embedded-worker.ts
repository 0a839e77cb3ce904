// The worker thread that runs the embedded engine: takes bytes of the wire protocol, answers with bytes.
import { parentPort, workerData } from "node:worker_threads"
import { PGlite } from "@electric-sql/pglite"
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm"

const { dir } = workerData as { dir: string }
const db = await PGlite.create({ dataDir: dir, extensions: { pg_trgm } })
const port = parentPort
if (port === null) throw new Error("embedded-worker runs as a worker thread only")

let last: Promise<unknown> = Promise.resolve()
port.on("message", (message: unknown) => {
  last = last.then(async () => {
    if (message === "close") {
      await db.close()
      process.exit(0)
    }
    if (message instanceof Uint8Array) port.postMessage(await db.execProtocolRaw(message))
  })
})
port.postMessage("ready")
