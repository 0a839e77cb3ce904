// One connection, byte by byte: what is sent as it stands, and everything that comes back.
import { connect } from "node:net"

interface RawAnswer {
  status: number
  /** names in lower case */
  headers: Record<string, string>
  body: string
}

export interface Exchange {
  answers: RawAnswer[]
  /** who ended it; "patience": neither side, and nothing more arrived */
  end: "server" | "reset" | "patience"
  ms: number
}

/** The answers one after the other, cut by their lengths; what is no HTTP is no answer. */
function answersIn(text: string): RawAnswer[] {
  const answers: RawAnswer[] = []
  let rest = text
  while (rest.startsWith("HTTP/1.1 ")) {
    const at = rest.indexOf("\r\n\r\n")
    if (at < 0) break
    const [line = "", ...lines] = rest.slice(0, at).split("\r\n")
    const headers = Object.fromEntries(
      lines.map((each) => [each.slice(0, each.indexOf(":")).toLowerCase(), each.slice(each.indexOf(":") + 1).trim()]),
    )
    const status = Number(line.split(" ")[1])
    const behind = rest.slice(at + 4)
    const length =
      status === 100 || status === 304 || status === 204 ? 0 : Number(headers["content-length"] ?? behind.length)
    if (status !== 100) answers.push({ status, headers, body: behind.slice(0, length) })
    rest = behind.slice(length)
  }
  return answers
}

/** @param pieces sent one after the other, as latin1 @param patienceMs without a byte */
export function exchange(port: number, pieces: string | string[], patienceMs = 20_000): Promise<Exchange> {
  return new Promise((resolve) => {
    const started = performance.now()
    let text = ""
    let end: Exchange["end"] = "server"
    const socket = connect(port, "127.0.0.1", () => {
      for (const piece of [pieces].flat()) socket.write(Buffer.from(piece, "latin1"))
    })
    socket.setTimeout(patienceMs, () => {
      end = "patience"
      socket.destroy()
    })
    socket.on("error", () => {
      end = "reset"
    })
    socket.on("close", () => resolve({ answers: answersIn(text), end, ms: performance.now() - started }))
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1")
    })
  })
}
