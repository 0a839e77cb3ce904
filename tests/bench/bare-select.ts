// What everything on the embedded engine is compared with: node:http, and one prepared select by key through the program's own pool.
//   node bare-select.ts DATABASE-FOLDER
import { createServer } from "node:http"
import { openEmbedded } from "../../src/server/platform/db/embedded/open-embedded.ts"
import { createLog } from "../../src/server/platform/log.ts"

const { pool } = await openEmbedded(
  process.argv[2] ?? "",
  createLog(() => undefined),
)
const { rows } = await pool.query("select id from users limit 1")
const query = { name: "bare", text: "select id, email, created_at from users where id = $1", values: [rows[0].id] }

const server = createServer(async (_request, response) => {
  const found = await pool.query(query)
  response.setHeader("Content-Type", "application/json")
  response.end(JSON.stringify(found.rows))
})
server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  process.stdout.write(`${typeof address === "object" && address !== null ? address.port : ""}\n`)
})
