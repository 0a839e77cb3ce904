// Starts programs on one core and reads how much of it they used.
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { readFileSync } from "node:fs"

const SERVER_CORE = "0"
const CLIENT_CORE = "1"
const TICKS_PER_S = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }))

const started = new Set<ChildProcess>()

/** Starts `node` with the arguments on the server's core; resolves with what `ready` finds in the output. */
export async function startOnCore(
  args: string[],
  env: Record<string, string>,
  ready: (output: string) => string | undefined,
): Promise<{ child: ChildProcess; found: string }> {
  const child = spawn("taskset", ["-c", SERVER_CORE, process.execPath, ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  })
  started.add(child)
  const found = await new Promise<string>((resolve, reject) => {
    let output = ""
    const read = (chunk: Buffer) => {
      output += chunk
      const match = ready(output)
      if (match === undefined) return
      // From here on its log is only to be taken away, at no cost to whoever measures.
      child.stdout.off("data", read).resume()
      child.stderr.off("data", read)
      resolve(match)
    }
    child.stdout.on("data", read)
    child.stderr.on("data", read).pipe(process.stderr, { end: false })
    child.once("exit", () => reject(new Error(`${args.join(" ")} ended before it was ready:\n${output}`)))
  })
  return { child, found }
}

/** Ends everything that was started, however the measuring went. */
export async function stopAll(): Promise<void> {
  const running = [...started].filter((child) => child.exitCode === null && child.signalCode === null)
  await Promise.all(
    running.map((child) => {
      const ended = new Promise((resolve) => child.once("exit", resolve))
      child.kill("SIGTERM")
      return ended
    }),
  )
}

/** CPU seconds the process and its threads have used so far. */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_S
}

export interface Load {
  requestsPerS: number
  /** of the server, per request */
  cpuMicroseconds: number
  errors: number
}

/** wrk with 16 connections on the other core for `seconds`. */
export function load(pid: number, url: string, headers: Record<string, string>, seconds: number): Load {
  const before = cpuSeconds(pid)
  const flags = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`])
  const output = execFileSync("taskset", ["-c", CLIENT_CORE, "wrk", "-t1", "-c16", `-d${seconds}s`, ...flags, url], {
    encoding: "utf8",
  })
  const used = cpuSeconds(pid) - before
  const total = Number(/(\d+) requests in/.exec(output)?.[1])
  const refused = Number(/Non-2xx or 3xx responses: (\d+)/.exec(output)?.[1] ?? 0)
  return { requestsPerS: total / seconds, cpuMicroseconds: (used / total) * 1e6, errors: refused }
}
