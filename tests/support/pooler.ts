// PgBouncer in front of a PostgreSQL server, from this system's own binary.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { freePort } from "./free-port.ts"

const POOLER = "/usr/sbin/pgbouncer"
export const hasPooler = existsSync(POOLER)

export interface Pooler {
  /** the address of a database through the pooler, from its own address */
  through(url: string): string
  close(): Promise<void>
}

/** @param port of the PostgreSQL server */
export async function startPooler(mode: "session" | "transaction", port: number): Promise<Pooler> {
  const own = await freePort()
  const folder = await mkdtemp(join(tmpdir(), "meishi-pooler-"))
  const file = join(folder, "pgbouncer.ini")
  const settings = [
    "[databases]",
    `* = host=127.0.0.1 port=${port} user=meishi`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${own}`,
    "unix_socket_dir =",
    "auth_type = any",
    `pool_mode = ${mode}`,
    "default_pool_size = 6",
    "server_idle_timeout = 10",
  ]
  await writeFile(file, `${settings.join("\n")}\n`)
  // It refuses to run as root.
  await chmod(folder, 0o755)
  const user = process.getuid?.() === 0 ? ["-u", "nobody"] : []
  const pooler = spawn(POOLER, ["-q", ...user, file], { stdio: "ignore" })
  const ended = once(pooler, "exit")
  while (!(await accepts(own))) {
    if (pooler.exitCode !== null) throw new Error("PgBouncer did not start")
    await pause(20)
  }
  return {
    through: (url) => url.replace(/:\d+\//, `:${own}/`),
    async close() {
      // At once, with clients still there.
      pooler.kill("SIGTERM")
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1")
  return once(socket, "connect")
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy())
}
