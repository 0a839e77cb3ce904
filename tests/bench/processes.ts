// Starts programs on one core and reads how much of it they used.
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { readFileSync } from "node:fs"

const SERVER_CORE = "0"
export const CLIENT_CORE = "1"
const TICKS_PER_S = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }))

const started = new Set<ChildProcess>()

interface Started {
  child: ChildProcess
  found: string
}

type Ready = (output: string) => string | undefined

/** Starts `node` with the arguments on the server's core; resolves with what `ready` finds in the output. */
export const startOnCore = (args: string[], env: Record<string, string>, ready: Ready): Promise<Started> =>
  startProgram([process.execPath, ...args], env, ready)

/** The same with any program. */
export async function startProgram(command: string[], env: Record<string, string>, ready: Ready): Promise<Started> {
  const child = spawn("taskset", ["-c", SERVER_CORE, ...command], {
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
    child.once("exit", () => reject(new Error(`${command.join(" ")} ended before it was ready:\n${output}`)))
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
