// Visitors who keep asking, some over connections that stay open, some over a new one each time, and who also write.
import { Agent, request } from "node:http"
import { setTimeout as pause } from "node:timers/promises"
import { fromAnywhere } from "./program.ts"

/** So that a small machine can start a process beside them. */
const PAUSE_MS = 10

export interface SteadyVisitors {
  /** What came of it. An answer of 5xx is a failure, as is none at all. */
  stop(): Promise<{ answered: number; failures: string[] }>
}

/** @param paths what is asked for, in turn */
export function steadyVisitors(
  origin: string,
  number: number,
  paths = ["/", "/api/health/live", "/terms"],
): SteadyVisitors {
  const failures: string[] = []
  let answered = 0
  let done = false

  function ask(agent: Agent, method: string, path: string): Promise<void> {
    return new Promise((resolve) => {
      const fail = (why: string) => {
        failures.push(`${method} ${path}: ${why}`)
        resolve()
      }
      const headers = { ...fromAnywhere(), "accept-encoding": "br", "content-type": "application/json" }
      const asked = request(origin + path, { agent, method, headers }, (answer) => {
        answer.resume()
        answer.once("error", (error) => fail(error.message))
        answer.once("end", () => {
          answered += 1
          if ((answer.statusCode ?? 500) >= 500) fail(`answered ${answer.statusCode}`)
          resolve()
        })
      })
      asked.once("error", (error) => fail(error.message))
      // It is refused as it should be: what matters is that it is read and answered.
      asked.end(method === "POST" ? JSON.stringify({ profile: "nobody", did: "view" }) : undefined)
    })
  }

  const visitors = Array.from({ length: number }, async (_, at) => {
    const agent = new Agent({ keepAlive: at % 2 === 0, maxSockets: 1 })
    for (let n = at; !done; n++) {
      await ask(agent, "GET", paths[n % paths.length] ?? "/")
      await pause(PAUSE_MS)
      if (n % 2 === 0) await ask(agent, "POST", "/api/visits")
    }
    agent.destroy()
  })
  return {
    async stop() {
      done = true
      await Promise.all(visitors)
      return { answered, failures }
    },
  }
}
