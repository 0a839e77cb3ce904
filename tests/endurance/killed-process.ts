// A process that is killed without warning, and what it had said by then.
import { spawn } from "node:child_process"
import { setTimeout as pause } from "node:timers/promises"

/**
 * Runs a TypeScript program and kills it.
 * @param after resolves when it is time, given the lines said so far; or milliseconds from the start
 * @returns its whole lines; a line cut short by the kill is left out
 */
export async function killed(
  program: string,
  args: string[],
  after: number | { line: string; ms: number },
): Promise<string[]> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ["ignore", "pipe", "inherit"] })
  let said = ""
  const ended = new Promise((resolve) => child.once("close", resolve))
  const reached = new Promise<void>((resolve) => {
    child.stdout.on("data", (text) => {
      said += text
      if (typeof after !== "number" && said.includes(`${after.line}\n`)) resolve()
    })
  })
  if (typeof after === "number") await Promise.race([pause(after), ended])
  else {
    await Promise.race([reached, ended])
    await Promise.race([pause(after.ms), ended])
  }
  child.kill("SIGKILL")
  await ended
  return said.split("\n").slice(0, -1)
}
