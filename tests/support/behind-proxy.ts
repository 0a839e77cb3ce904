// Two processes of the real program on one PostgreSQL database, behind nginx: what a story visits as if it were one.
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Program, startProgram } from "../endurance/program.ts"
import { freePort } from "./free-port.ts"
import { startProxy } from "./proxy.ts"
import { mailTo, type TestServer } from "./test-server.ts"

export interface TestServers extends TestServer {
  programs: readonly Program[]
  /** Ends one as an operator does, and starts it again on its port. */
  restart(at: number): Promise<void>
}

/** @param env settings besides those that make two processes one site; DATABASE_URL is among them */
export async function startBehindProxy(env: Record<string, string>): Promise<TestServers> {
  const dataDir = await mkdtemp(join(tmpdir(), "meishi-two-"))
  const port = await freePort()
  const ports = [await freePort(), await freePort()]
  const origin = `http://localhost:${port}`
  const settings = { SECRET: "together".repeat(4), PUBLIC_ORIGIN: origin, STOP_DELAY_S: "1", ...env }
  const programs: Program[] = []
  const end = async () => {
    await Promise.all(programs.map((program) => program.kill()))
    await rm(dataDir, { recursive: true, force: true })
  }
  async function start() {
    for (const own of ports) programs.push(await startProgram(dataDir, own, settings))
    return startProxy(port, ports)
  }
  const proxy = await start().catch((error: unknown) => end().then(() => Promise.reject(error)))
  return {
    origin,
    dataDir,
    programs,
    output: () => programs.map((program) => program.output()).join(""),
    mailTo: (address, skip = 0) => mailTo(dataDir, address, skip),
    async restart(at) {
      await programs[at]?.stop()
      programs[at] = await startProgram(dataDir, ports[at] ?? 0, settings)
    },
    async stop() {
      await proxy.stop()
      await end()
    },
  }
}
