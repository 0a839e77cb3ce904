// Load by wrk from the other core, and what it costs the server.
import { execFileSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { percentile } from "./paced.ts"
import { CLIENT_CORE, cpuSeconds } from "./processes.ts"

const CONNECTIONS = 16

export interface Load {
  requestsPerS: number
  /** of the server, per request */
  cpuMicroseconds: number
  errors: number
}

export interface Target {
  /** of the server's process */
  pid: number
  url: string
  headers?: Record<string, string>
  connections?: number
  /** Lua for wrk, for requests that differ from one another */
  script?: string
}

let scripts = 0

/** @param folder for the script */
export function load(
  { pid, url, headers = {}, script, connections = CONNECTIONS }: Target,
  seconds: number,
  folder: string,
): Load {
  const flags = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`])
  if (script !== undefined) {
    const file = join(folder, `wrk-${++scripts}.lua`)
    writeFileSync(file, script)
    flags.push("-s", file)
  }
  const before = cpuSeconds(pid)
  const output = execFileSync(
    "taskset",
    ["-c", CLIENT_CORE, "wrk", "-t1", `-c${connections}`, `-d${seconds}s`, ...flags, url],
    { encoding: "utf8" },
  )
  const used = cpuSeconds(pid) - before
  const total = Number(/(\d+) requests in/.exec(output)?.[1])
  const refused = Number(/Non-2xx or 3xx responses: (\d+)/.exec(output)?.[1] ?? 0)
  return { requestsPerS: total / seconds, cpuMicroseconds: (used / total) * 1e6, errors: refused }
}

export const median = (values: number[]): number =>
  percentile(
    values.toSorted((a, b) => a - b),
    0.5,
  )
