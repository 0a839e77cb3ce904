// The real program as people run it: `src/server/main.ts` as its own process on a free port, with a fresh data folder. Its tables are
// there already, because making them takes longer than all else; given a DATA_DIR, the program makes them itself.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { CHOSEN, chosenPlace } from "./chosen-engine.ts"
import { copyTemplate } from "./database.ts"
import { freePort } from "./free-port.ts"
import { mailTo, type TestServer } from "./test-server.ts"

export type { TestServer } from "./test-server.ts"

const START_MS = 120_000

const COMPILED = fileURLToPath(new URL("../../node_modules/.cache/meishi/compiled", import.meta.url))

/** Where Node keeps the program's compiled sources from one start to the next: not under a umask that would lock others out. */
export const compileCache = (umask: string): Record<string, string> =>
  umask === "022" ? { NODE_COMPILE_CACHE: COMPILED } : {}

async function freshDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), "meishi-server-"))
  await copyTemplate(join(dataDir, "database"))
  return dataDir
}

/** @param env settings that differ from the defaults @param umask of the shell it is started from */
export async function startServer(env: Record<string, string> = {}, umask = "022"): Promise<TestServer> {
  if (CHOSEN !== "") return startChosen(env)
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const dataDir = env.DATA_DIR ?? (await freshDataDir())
  const { PATH = "", HOME = "", TMPDIR = tmpdir() } = process.env
  const shell = ["-c", `umask ${umask}; exec "$0" src/server/main.ts`, process.execPath]
  const program = spawn("/bin/sh", shell, {
    env: {
      PATH,
      HOME,
      TMPDIR,
      ...compileCache(umask),
      NODE_ENV: "production",
      PORT: String(port),
      PUBLIC_ORIGIN: origin,
      DATA_DIR: dataDir,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  })
  let text = ""
  program.stdout.on("data", (chunk) => (text += chunk))
  program.stderr.on("data", (chunk) => (text += chunk))
  const stop = async () => {
    await end(program)
    await rm(dataDir, { recursive: true, force: true })
  }
  const deadline = Date.now() + START_MS
  while (!(await answers(`${origin}/api/health/live`))) {
    if (program.exitCode !== null || Date.now() > deadline) {
      await stop()
      throw new Error(`The server did not start:\n${text}`)
    }
    await wait(50)
  }
  return { origin, dataDir, output: () => text, mailTo: (address, skip = 0) => mailTo(dataDir, address, skip), stop }
}

/** Two processes behind a proxy, on the engine that was asked for. */
async function startChosen(env: Record<string, string>): Promise<TestServer> {
  const { startBehindProxy } = await import("./behind-proxy.ts")
  const place = await chosenPlace()
  const server = await startBehindProxy({ ...place.env, ...env })
  return { ...server, stop: () => server.stop().finally(place.close) }
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    (response) => response.ok,
    () => false,
  )
}

async function end(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null) return
  const gone = once(program, "exit")
  program.kill("SIGTERM")
  const timer = setTimeout(() => program.kill("SIGKILL"), 10_000)
  await gone
  clearTimeout(timer)
}
