// A free port of this machine, below those that the system gives to outgoing connections: one of them could take it before the server
// that it is for does, or while that server is restarted.
import { randomInt } from "node:crypto"
import { once } from "node:events"
import { createServer } from "node:net"

const [FIRST, LAST] = [11_000, 32_000]

async function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  const outcome = new Promise<boolean>((resolve) => {
    probe.once("listening", () => resolve(true))
    probe.once("error", () => resolve(false))
  })
  probe.listen(port, "127.0.0.1")
  if (!(await outcome)) return false
  probe.close()
  await once(probe, "close")
  return true
}

export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(FIRST, LAST)
    if (await isFree(port)) return port
  }
  throw new Error("no port")
}
