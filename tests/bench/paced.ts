// Latency at a steady rate: a request every few milliseconds whether or not earlier ones were answered.
import { Agent, get } from "node:http"

/** Sends `perSecond` requests for `seconds`; resolves with the sorted latencies in milliseconds. */
export async function paced(
  url: string,
  headers: Record<string, string>,
  perSecond: number,
  seconds: number,
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 50 })
  const latencies: Promise<number>[] = []
  const started = performance.now()
  for (let sent = 0; sent < perSecond * seconds; sent++) {
    const planned = started + (sent * 1000) / perSecond
    const wait = planned - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    // Timers may be a little early; late ones are the server's fault until shown otherwise.
    const due = Math.min(planned, performance.now())
    latencies.push(
      new Promise((resolve, reject) => {
        // From when it was due, so that a stalled server is not forgiven.
        get(url, { agent, headers }, (response) => {
          response.resume()
          response.once("end", () => resolve(performance.now() - due))
        }).once("error", reject)
      }),
    )
  }
  const sorted = (await Promise.all(latencies)).sort((a, b) => a - b)
  agent.destroy()
  return sorted
}

export const percentile = (sorted: number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
