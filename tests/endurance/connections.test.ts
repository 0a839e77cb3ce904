// What connections meet while a process ends or starts: each is answered or refused, and a proxy then asks another process.
import { fork } from "node:child_process"
import { once } from "node:events"
import { request } from "node:http"
import { setTimeout as pause } from "node:timers/promises"
import { expect, test } from "vitest"
import { freePort } from "../support/free-port.ts"

const VISITORS = 40
const CLOSINGS = 12
/** Until all visitors have connected several times. */
const BUSY_MS = 250

/** @returns "answered", or the code of the error, as a proxy sees it */
function post(port: number): Promise<string> {
  return new Promise((resolve) => {
    request({ port, host: "127.0.0.1", method: "POST", agent: false }, (answer) => {
      answer.on("error", (error) => resolve(`answer: ${error.message}`))
      answer.resume().once("end", () => resolve("answered"))
    })
      .on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
      .end("{}")
  })
}

test(`${CLOSINGS} closings with ${VISITORS} visitors who connect again and again: almost no connection is reset`, async () => {
  const results = new Map<string, number>()
  for (let n = 0; n < CLOSINGS; n++) {
    const port = await freePort()
    const server = fork("tests/endurance/closing-server.ts", [String(port)])
    await once(server, "message")
    const ended = once(server, "exit")
    let isOver = false
    const visitors = Array.from({ length: VISITORS }, async () => {
      while (!isOver) {
        const result = await post(port)
        results.set(result, (results.get(result) ?? 0) + 1)
        await pause(3)
      }
    })
    await pause(BUSY_MS)
    server.send("close")
    expect(await ended).toEqual([0, null])
    isOver = true
    await Promise.all(visitors)
  }
  const { answered = 0, ECONNREFUSED: refused = 0, ECONNRESET: reset = 0, ...others } = Object.fromEntries(results)
  expect(others).toEqual({})
  expect(refused).toBeGreaterThan(0)
  expect(answered).toBeGreaterThan(VISITORS * CLOSINGS)
  // One in some 240 closings is reset: its handshake is under way when the place is taken. With a plain close, each closing resets thirty.
  expect(reset).toBeLessThan(3)
}, 120_000)

test("a process that starts and asks whether its port is free accepts no connection there", async () => {
  const port = await freePort()
  const starting = fork("tests/endurance/asking-for-port.ts", [String(port)])
  const ended = once(starting, "exit")
  const results = new Set<string>()
  const visitors = Array.from({ length: VISITORS }, async () => {
    while (starting.exitCode === null) results.add(await post(port))
  })
  expect(await ended).toEqual([0, null])
  await Promise.all(visitors)
  expect(results).toEqual(new Set(["ECONNREFUSED"]))
}, 120_000)
