// A server that closes its listener when told, as a process does at its end. It needs some time for each request.
import { createServer } from "node:http"
import { closeListener } from "../../src/server/operations/close-listener.ts"

const REQUEST_TAKES_MS = 0.3

const server = createServer((request, response) => {
  const until = performance.now() + REQUEST_TAKES_MS
  while (performance.now() < until);
  request.resume().once("end", () => response.setHeader("connection", "close").end("done"))
})
server.listen(Number(process.argv[2]), "127.0.0.1", () => process.send?.("listening"))
process.once("message", () => {
  server.once("close", () => process.exit(0))
  void closeListener(server, true)
})
