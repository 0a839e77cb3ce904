// Starts programs on one core and reads how much of it they used.
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { randomUUID } from "node:crypto"
import { closeSync, fstatSync, openSync, readFileSync, readSync, unlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"

const SERVER_CORE = "0"
export const CLIENT_CORE = "1"
export const BOTH_CORES = `${SERVER_CORE},${CLIENT_CORE}`
const TICKS_PER_S = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }))

/** As `npm start`, the unit and the image start the program: without these, its memory is another. */
export const PROGRAM = ["--max-semi-space-size=8", "--heap-growing-percent=30", "src/server/main.ts"]
export const AS_STARTED = { MALLOC_ARENA_MAX: "1", MALLOC_MMAP_THRESHOLD_: "1000000" }

const started = new Set<ChildProcess>()

interface Started {
  child: ChildProcess
  found: string
}

type Ready = (output: string) => string | undefined

/** Starts `node` with the arguments on the server's core; resolves with what `ready` finds in the output. */
export const startOnCore = (args: string[], env: Record<string, string>, ready: Ready): Promise<Started> =>
  startProgram([process.execPath, ...args], env, ready)

const LOOK_EVERY_MS = 20

/** A file that no folder lists any more. */
function namelessFile(): number {
  const path = join(tmpdir(), `meishi-output-${randomUUID()}`)
  const file = openSync(path, "wx+")
  unlinkSync(path)
  return file
}

/**
 * The same with any program. Its output goes to a file: a pipe would fill up during the measurement, and the program
 * would wait for a reader.
 */
export async function startProgram(
  command: string[],
  env: Record<string, string>,
  ready: Ready,
  cores = SERVER_CORE,
): Promise<Started> {
  const file = namelessFile()
  const child = spawn("taskset", ["-c", cores, ...command], {
    env: { ...process.env, ...env },
    stdio: ["ignore", file, file],
  })
  started.add(child)
  try {
    while (true) {
      const output = Buffer.alloc(fstatSync(file).size)
      readSync(file, output, 0, output.length, 0)
      const found = ready(output.toString())
      if (found !== undefined) return { child, found }
      if (child.exitCode !== null) throw new Error(`${command.join(" ")} ended before it was ready:\n${output}`)
      await pause(LOOK_EVERY_MS)
    }
  } finally {
    closeSync(file)
  }
}

/** Ends everything that was started, however the measuring went. */
export async function stopAll(): Promise<void> {
  const running = [...started].filter((child) => child.exitCode === null && child.signalCode === null)
  await Promise.all(running.map(end))
}

async function end(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once("exit", resolve))
  child.kill("SIGTERM")
  await ended
}

/** CPU seconds the process and its threads have used so far. */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_S
}
