// A command of the operator's, such as `backup FILE`, on the real program.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { tmpdir } from "node:os"
import { compileCache } from "./server.ts"

export interface Ran {
  code: number | null
  /** standard output */
  out: Buffer
  /** standard error */
  said: string
}

/** @param umask of the shell that the operator types in */
export async function runCommand(
  args: string[],
  env: Record<string, string>,
  { input = Buffer.alloc(0), umask = "022" }: { input?: Uint8Array; umask?: string } = {},
): Promise<Ran> {
  const { PATH = "", HOME = "", TMPDIR = tmpdir() } = process.env
  const shell = ["-c", `umask ${umask}; exec "$0" src/server/main.ts "$@"`, process.execPath, ...args]
  const program = spawn("/bin/sh", shell, { env: { PATH, HOME, TMPDIR, ...compileCache(umask), ...env } })
  program.stdin.on("error", () => undefined).end(input)
  const out: Buffer[] = []
  let said = ""
  program.stdout.on("data", (chunk) => out.push(chunk))
  program.stderr.on("data", (chunk) => {
    said += chunk
  })
  const [code] = await once(program, "close")
  return { code, out: Buffer.concat(out), said }
}
