// A body that is refused while it is still being sent: the sender reads why, instead of a connection that broke. Browsers read an
// answer only when they have sent everything, so these senders do, too.
import { once } from "node:events"
import { connect } from "node:net"
import { setTimeout as pause } from "node:timers/promises"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { IMAGE } from "../../src/domain/messages.ts"
import { launch } from "../support/browser.ts"
import { type ListeningApp, listeningApp } from "../support/listening-app.ts"
import { type Person, signUpAndVerify } from "../support/people.ts"

const MB = 1024 * 1024
const PNG = Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1")

let site: ListeningApp
let port = 0
let anna: Person
let browser: Browser
beforeAll(async () => {
  site = await listeningApp()
  port = Number(new URL(site.origin).port)
  anna = await signUpAndVerify(site)
  browser = await launch()
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const signedIn = () => ({ authorization: `Bearer ${anna.access_token}` })
type Sent = [
  what: string,
  path: string,
  headers: () => Record<string, string>,
  start: Buffer,
  status: number,
  said: string,
]

const SENT: Sent[] = [
  ["a picture", "/api/profile/photo", () => ({ ...signedIn(), "content-type": "image/png" }), PNG, 413, IMAGE.size],
  ["no picture", "/api/profile/photo", () => ({ ...signedIn(), "content-type": "text/plain" }), PNG, 415, IMAGE.type],
  [
    "what only says that it is a picture",
    "/api/profile/banner",
    () => ({ ...signedIn(), "content-type": "image/png" }),
    Buffer.from("no picture at all"),
    413,
    IMAGE.size,
  ],
  [
    "a stranger's picture",
    "/api/profile/photo",
    () => ({ "content-type": "image/png" }),
    PNG,
    401,
    "Please sign in first.",
  ],
  [
    "JSON",
    "/api/availability",
    () => ({ "content-type": "application/json" }),
    Buffer.from("{"),
    413,
    "The request is too large.",
  ],
  [
    "another type",
    "/auth/v1/signup",
    () => ({ "content-type": "text/plain" }),
    PNG,
    415,
    "Send this as application/json.",
  ],
  [
    "what nobody takes",
    "/api/nothing",
    () => ({ "content-type": "text/plain" }),
    PNG,
    404,
    "There is nothing at this address.",
  ],
]

interface Heard {
  text: string
  error: string | null
  /** whether the connection took everything */
  isSent: boolean
}

/** Pictures are put in their place; everything else here is posted. */
const methodOf = (path: string): string => (path.startsWith("/api/profile/") ? "PUT" : "POST")

/** Sends for more than a second, whatever comes back in the meantime; then reads. @param length undefined: in chunks */
async function sendWhole(
  path: string,
  headers: Record<string, string>,
  start: Buffer,
  length?: number,
): Promise<Heard> {
  const heard: Heard = { text: "", error: null, isSent: false }
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true })
  socket.on("error", (error: NodeJS.ErrnoException) => (heard.error = error.code ?? error.message))
  socket.on("data", (chunk) => (heard.text += chunk.toString("latin1")))
  const closed = new Promise((resolve) => socket.once("close", resolve))
  const ended = new Promise((resolve) => socket.once("end", resolve))
  const lines = Object.entries({ host: "meishi.test", connection: "close", ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  const framing = length === undefined ? "transfer-encoding: chunked" : `content-length: ${length}`
  socket.write(`${[`${methodOf(path)} ${path} HTTP/1.1`, ...lines, framing].join("\r\n")}\r\n\r\n`)
  const all = length ?? 20 * MB
  const step = 512 * 1024
  for (let at = 0; at < all && heard.error === null; at += step) {
    const piece = Buffer.alloc(Math.min(step, all - at))
    if (at === 0) start.copy(piece)
    const size = piece.length.toString(16)
    const isRoom = socket.write(
      length === undefined ? Buffer.concat([Buffer.from(`${size}\r\n`), piece, Buffer.from("\r\n")]) : piece,
    )
    await (isRoom ? pause(30) : Promise.race([once(socket, "drain"), closed]))
  }
  if (length === undefined && heard.error === null) socket.write("0\r\n\r\n")
  heard.isSent = heard.error === null
  await Promise.race([ended, closed])
  socket.end()
  await closed
  return heard
}

test.each(SENT)(
  "20 MB of %s to %s: the answer is read after everything was sent",
  async (_what, path, headers, start, status, said) => {
    const heard = await sendWhole(path, headers(), start, 20 * MB)
    expect([heard.error, heard.isSent]).toEqual([null, true])
    expect(heard.text).toContain(`HTTP/1.1 ${status} `)
    expect(heard.text).toContain(said)
  },
)

test("20 MB in chunks: a picture is too large, and anything else is refused at its first bytes", async () => {
  const headers = { ...signedIn(), "content-type": "image/png" }
  const large = await sendWhole("/api/profile/photo", headers, PNG)
  expect([large.isSent, large.text.split("\r\n")[0]]).toEqual([true, "HTTP/1.1 413 Payload Too Large"])
  const wrong = await sendWhole("/api/profile/photo", headers, Buffer.from("no picture at all"))
  expect([wrong.isSent, wrong.text.split("\r\n")[0]]).toEqual([true, "HTTP/1.1 415 Unsupported Media Type"])
  expect(wrong.text).toContain(IMAGE.type)
})

const FROM_BROWSERS = SENT.filter(([what]) => what === "a picture")

test.each(FROM_BROWSERS)(
  "a browser that sends 20 MB of %s to %s reads the sentence",
  async (_what, path, headers, start, status, said) => {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.route(`${site.origin}/empty`, (route) => route.fulfill({ contentType: "text/html", body: "<p>" }))
    await page.goto(`${site.origin}/empty`)
    // Intercepted requests take another path than those of a visitor.
    await page.unroute(`${site.origin}/empty`)
    const asked = { method: methodOf(path), path, headers: headers(), start: [...start], size: 20 * MB }
    const answer = await page.evaluate(async ({ method, path, headers, start, size }) => {
      const body = new Uint8Array(size)
      body.set(start)
      try {
        const response = await fetch(path, { method, headers, body })
        return { status: response.status, text: await response.text() }
      } catch (error) {
        return { status: 0, text: String(error) }
      }
    }, asked)
    await context.close()
    expect(answer).toEqual({ status, text: expect.stringContaining(said) })
  },
)

test("a connection whose body was refused and read serves the next request", async () => {
  const headers = { ...signedIn(), "content-type": "image/png" }
  let text = ""
  const socket = connect(port, "127.0.0.1")
  socket.on("data", (chunk) => (text += chunk.toString("latin1")))
  const lines = Object.entries({ host: "meishi.test", ...headers }).map(([name, value]) => `${name}: ${value}`)
  socket.write(`${["PUT /api/profile/photo HTTP/1.1", ...lines, `content-length: ${8 * MB}`].join("\r\n")}\r\n\r\n`)
  socket.write(Buffer.alloc(8 * MB))
  socket.write("GET /api/health/live HTTP/1.1\r\nhost: meishi.test\r\nconnection: close\r\n\r\n")
  await once(socket, "close")
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 413", "HTTP/1.1 200"])
})

test("more than fifty megabytes are not waited for: the answer comes at once, and the connection ends", async () => {
  const started = performance.now()
  const headers = { ...signedIn(), "content-type": "image/png" }
  const socket = connect(port, "127.0.0.1")
  const lines = Object.entries({ host: "meishi.test", ...headers }).map(([name, value]) => `${name}: ${value}`)
  socket.write(`${["PUT /api/profile/photo HTTP/1.1", ...lines, `content-length: ${60 * MB}`].join("\r\n")}\r\n\r\n`)
  let text = ""
  socket.on("data", (chunk) => (text += chunk.toString("latin1")))
  await once(socket, "close")
  expect(text).toContain("HTTP/1.1 413 ")
  expect(text.toLowerCase()).toContain("connection: close")
  expect(performance.now() - started).toBeLessThan(30_000)
})

test("an endless body is read up to a limit, and nothing of it is kept", async () => {
  const before = process.memoryUsage().arrayBuffers
  let sent = 0
  const socket = connect(port, "127.0.0.1")
  socket.on("error", () => undefined)
  socket.write(
    "POST /api/nothing HTTP/1.1\r\nhost: meishi.test\r\ncontent-type: text/plain\r\ntransfer-encoding: chunked\r\n\r\n",
  )
  let text = ""
  socket.on("data", (chunk) => (text += chunk.toString("latin1")))
  const closed = new Promise((resolve) => socket.once("close", resolve))
  const piece = Buffer.concat([Buffer.from("100000\r\n"), Buffer.alloc(MB), Buffer.from("\r\n")])
  while (!socket.destroyed && sent < 400) {
    sent += 1
    if (!socket.write(piece)) await Promise.race([once(socket, "drain").catch(() => undefined), closed])
  }
  await closed
  expect(sent).toBeGreaterThan(40)
  expect(sent).toBeLessThan(100)
  await expect.poll(() => process.memoryUsage().arrayBuffers - before).toBeLessThan(60 * MB)
  expect((await fetch(`${site.origin}/api/health/live`)).status).toBe(200)
})
