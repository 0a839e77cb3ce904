// What no client library can send: requests byte by byte to the running program. It answers below 500 or hangs up, and
// keeps serving.
import { mkdtemp, rm } from "node:fs/promises"
import { Agent, request as post } from "node:http"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type Program, startProgram } from "../endurance/program.ts"
import { freePort } from "../support/free-port.ts"

let dataDir = ""
let port = 0
let program: Program
let halfSaid: Promise<string>
let halfSent: Promise<string>
let halfPhotos: Promise<string[]>
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "meishi-sockets-"))
  port = await freePort()
  program = await startProgram(dataDir, port)
  halfSaid = said("GET / HTTP/1.1\r\nHost: x\r\n", 20_000)
  halfSent = said(`${request(POST, HOST, JSON_TYPE, "Content-Length: 50")}{"user`, 20_000)
  const photo = (path: string) =>
    said(`${request(`PUT ${path} HTTP/1.1`, HOST, "Content-Type: image/png", "Content-Length: 5000")}PNG`, 13_000)
  halfPhotos = Promise.all([
    photo("/api/profile/photo"),
    photo("/api/account/profiles/00000000-0000-4000-8000-000000000000/banner"),
  ])
})
afterAll(async () => {
  await program?.kill()
  await rm(dataDir, { recursive: true, force: true })
})

/** @returns the first line of the answer; empty when the server hung up or said nothing for so long */
function said(bytes: string, patienceMs = 1_000): Promise<string> {
  return new Promise((resolve) => {
    let text = ""
    const socket = connect(port, "127.0.0.1", () => socket.write(Buffer.from(bytes, "latin1")))
    const end = () => {
      socket.destroy()
      resolve(text.split("\r\n")[0] ?? "")
    }
    socket.setTimeout(patienceMs, end)
    socket.on("error", end).on("close", end)
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1")
      if (text.includes("\r\n")) end()
    })
  })
}

const request = (line: string, ...headers: string[]) =>
  `${[line, ...headers, "Connection: close"].join("\r\n")}\r\n\r\n`
const HOST = "Host: 127.0.0.1"
const POST = "POST /api/availability HTTP/1.1"
const JSON_TYPE = "Content-Type: application/json"

const REQUESTS: [name: string, bytes: string][] = [
  ["nothing but line ends", "\r\n\r\n\r\n"],
  ["no HTTP", "hello\r\n\r\n"],
  ["bytes of TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"],
  ["another version", request("GET / HTTP/3.7", HOST)],
  ["HTTP/1.0 without a host", request("GET / HTTP/1.0")],
  ["no host", request("GET / HTTP/1.1")],
  ["two hosts", request("GET / HTTP/1.1", HOST, "Host: evil.example")],
  ["an empty host", request("GET / HTTP/1.1", "Host: ")],
  ["a host that is none", request("GET /api/me HTTP/1.1", "Host: a b<>/../@:99999")],
  ["a host with a path", request("GET /api/me HTTP/1.1", "Host: x/../y?z#")],
  ["a host with an @", request("GET /api/me HTTP/1.1", "Host: user:pass@evil.example")],
  ["the absolute form", request("GET http://evil.example/api/me HTTP/1.1", HOST)],
  ["an absolute form that is none", request("GET http://:99999999/ HTTP/1.1", HOST)],
  ["another scheme", request("GET file:///etc/passwd HTTP/1.1", HOST)],
  ["an asterisk", request("OPTIONS * HTTP/1.1", HOST)],
  ["CONNECT", request("CONNECT evil.example:443 HTTP/1.1", HOST)],
  ["TRACE", request("TRACE / HTTP/1.1", HOST)],
  ["a method nobody knows", request("FROBNICATE / HTTP/1.1", HOST)],
  ["a method in lower case", request("get / HTTP/1.1", HOST)],
  ["an upgrade", request("GET / HTTP/1.1", HOST, "Upgrade: websocket", "Sec-WebSocket-Key: x")],
  ["an upgrade to HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
  ["two slashes", request("GET //evil.example/%2f.. HTTP/1.1", HOST)],
  ["backslashes", request("GET /\\evil.example\\.. HTTP/1.1", HOST)],
  ["dots", request("GET /../../../../etc/passwd HTTP/1.1", HOST)],
  ["encoded dots", request("GET /files/%2e%2e/%2e%2e/secret HTTP/1.1", HOST)],
  ["dots behind the pictures", request("GET /files/profile-pictures/profiles/../../../secret HTTP/1.1", HOST)],
  ["dots behind the assets", request("GET /assets/..%2f..%2fserver%2findex.js HTTP/1.1", HOST)],
  ["a path of raw bytes", request("GET /\xff\xfe\x80 HTTP/1.1", HOST)],
  ["a broken percent sign", request("GET /%E0%A4%A HTTP/1.1", HOST)],
  ["a broken query", request("GET /?%E0%A4%A&=&&%00 HTTP/1.1", HOST)],
  ["a null byte", request("GET /a%00b.vcf HTTP/1.1", HOST)],
  ["a raw null byte", request("GET /a\x00b HTTP/1.1", HOST)],
  ["a path of 8 KB", request(`GET /${"a".repeat(8_000)} HTTP/1.1`, HOST)],
  ["a path of 100 KB", request(`GET /${"a".repeat(100_000)} HTTP/1.1`, HOST)],
  ["a header of 100 KB", request("GET / HTTP/1.1", HOST, `X: ${"a".repeat(100_000)}`)],
  ["3000 headers", request("GET / HTTP/1.1", HOST, ...Array.from({ length: 3000 }, (_, at) => `X${at}: 1`))],
  ["a header that breaks the line", request("GET / HTTP/1.1", HOST, "X: a\nSet-Cookie: b=c")],
  ["a header without a colon", request("GET / HTTP/1.1", HOST, "nonsense")],
  ["a header of raw bytes", request("GET /api/me HTTP/1.1", HOST, "Authorization: Bearer \xff\xfe")],
  ["a negative length", request(POST, HOST, JSON_TYPE, "Content-Length: -5")],
  ["two lengths", request(POST, HOST, JSON_TYPE, "Content-Length: 2", "Content-Length: 3")],
  ["length and chunks", request(POST, HOST, JSON_TYPE, "Content-Length: 2", "Transfer-Encoding: chunked")],
  ["a chunk that is none", `${request(POST, HOST, JSON_TYPE, "Transfer-Encoding: chunked")}zz\r\n{}\r\n`],
  ["a chunk without an end", `${request(POST, HOST, JSON_TYPE, "Transfer-Encoding: chunked")}ffffffffffffffff\r\n{`],
  ["an encoding nobody knows", request(POST, HOST, JSON_TYPE, "Transfer-Encoding: x, chunked")],
  [
    "a body that says it is compressed",
    `${request(POST, HOST, JSON_TYPE, "Content-Encoding: gzip", "Content-Length: 2")}{}`,
  ],
  ["a body behind GET", `${request("GET /api/me HTTP/1.1", HOST, "Content-Length: 2")}{}`],
  ["an expectation", request(POST, HOST, JSON_TYPE, "Expect: 100-continue", "Content-Length: 2")],
  ["an expectation nobody knows", request(POST, HOST, JSON_TYPE, "Expect: the-unexpected", "Content-Length: 2")],
  [
    "a smuggled second request",
    `${request("GET /robots.txt HTTP/1.1", HOST, "Content-Length: 0")}GET /api/me HTTP/1.1\r\n\r\n`,
  ],
]

test.each(REQUESTS)("%s", async (_name, bytes) => {
  const line = await said(bytes)
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(line)?.[1] ?? 0)
  // 501 and 505 mean that a method or a version is not supported; Node sends them itself.
  expect([line, status < 500 || status === 501 || status === 505]).toEqual([line, true])
  const alive = await fetch(`${program.origin}/api/health/live`)
  expect(alive.status).toBe(200)
})

test("a body that never arrives delays no one, and neither do a hundred of them", async () => {
  const silent = Array.from({ length: 100 }, () => {
    const socket = connect(port, "127.0.0.1")
    socket.on("error", () => undefined)
    socket.write(`${request(POST, HOST, JSON_TYPE, "Content-Length: 50")}{"user`)
    return socket
  })
  const started = performance.now()
  expect((await fetch(`${program.origin}/`)).status).toBe(200)
  // Less than a body is waited for.
  expect(performance.now() - started).toBeLessThan(8_000)
  for (const socket of silent) socket.destroy()
})

test("half a request is not waited for, whether its head or its body is incomplete", async () => {
  expect(await halfSaid).toBe("HTTP/1.1 408 Request Timeout")
  expect(await halfSent).toBe("HTTP/1.1 408 Request Timeout")
})

test("half a picture is waited for longer: it may come over one bar of signal", async () => {
  expect(await halfPhotos).toEqual(["", ""])
})

test("a connection that is reused for many requests with bodies accumulates nothing", async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = () =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = { "Content-Type": "application/json" }
      const asked = post(`${program.origin}/api/availability`, { agent, method: "POST", headers }, (answer) => {
        answer.resume().once("end", () => resolve(answer.statusCode))
      })
      asked.once("error", reject).end("{}")
    })
  for (let n = 0; n < 20; n++) expect(await ask()).toBeLessThan(500)
  agent.destroy()
  expect(program.output()).not.toContain("MaxListenersExceededWarning")
})

/** @returns how many answers came before the server hung up or fell silent */
function answersTo(bytes: string): Promise<number> {
  return new Promise((resolve) => {
    let text = ""
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes))
    const end = () => {
      socket.destroy()
      resolve(text.split("HTTP/1.1 200 OK").length - 1)
    }
    socket.setTimeout(10_000, end)
    socket.on("error", end).on("close", end)
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1")
    })
  })
}

test("requests sent ahead of the answers are answered, up to a limit", async () => {
  const one = `GET /robots.txt HTTP/1.1\r\n${HOST}\r\n\r\n`
  const last = `GET /robots.txt HTTP/1.1\r\n${HOST}\r\nConnection: close\r\n\r\n`
  expect(await answersTo(one.repeat(19) + last)).toBe(20)
  expect(await answersTo(one.repeat(2_000))).toBeLessThan(100)
  expect((await fetch(`${program.origin}/api/health/live`)).status).toBe(200)
})

test("none of this was our error, and the log contains nothing of it but paths", () => {
  const lines = program.output().split("\n")
  expect(lines.filter((line) => /"level":"error"/.test(line))).toEqual([])
  expect(lines.filter((line) => line !== "" && !line.startsWith("{"))).toEqual([])
})
