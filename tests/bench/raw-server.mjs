// The fixed thing to compare with: node:http sending one answer's bytes, and nothing else.
import { readFileSync } from "node:fs"
import { createServer } from "node:http"

const { status, headers, body } = JSON.parse(readFileSync(process.argv[2], "utf8"))
const bytes = Buffer.from(body, "base64")
const server = createServer((_request, response) => {
  response.writeHead(status, headers)
  response.end(bytes)
})
server.listen(0, "127.0.0.1", () => process.stdout.write(`${server.address().port}\n`))
