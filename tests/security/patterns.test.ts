// The check that finds slow patterns (scripts/check-patterns.mjs), run like `npm run check`, on sources made for it.
import { execFile } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { join, relative } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

let folder: string

// Inside the repository: the check looks at what git would keep.
beforeAll(async () => {
  folder = await mkdtemp(join("tests", "security", "patterns-"))
})
afterAll(() => rm(folder, { recursive: true }))

function check(path: string): Promise<{ passed: boolean; said: string }> {
  return new Promise((resolve) =>
    execFile(process.execPath, ["scripts/check-patterns.mjs", path], (error, stdout, stderr) =>
      resolve({ passed: error === null, said: stdout + stderr }),
    ),
  )
}

/** One file per line of code, judged together. */
async function judge(lines: readonly string[]): Promise<string[]> {
  const written = await mkdtemp(join(folder, "case-"))
  await Promise.all(lines.map((line, n) => writeFile(join(written, `line-${n}.ts`), `${line}\n`)))
  const { said } = await check(relative(".", written))
  return lines.filter((_, n) => said.includes(`line-${n}.ts:`))
}

const SLOW = [
  "email.replace(/^(.).*(@.*)$/, '')",
  "/(a+)+$/.test(input)",
  "input.replace(/\\s+$/, '')",
  "/^(\\w+\\s?)*$/.test(input)",
  "/(x+x+)+y/.test(input)",
  "/(?:a|a)*b/.test(input)",
  "/\\d+1337\\d+/.test(input)",
  // Only where a search starts again after more than one character.
  "/ab.*c/.test(input)",
  "/\\bfrom\\b.*\\bto\\b/.test(input)",
  '/<link rel="m" href="([^"]+)"[^>]*>/g.exec(input)',
  "/(?:a,)*b/.test(input)",
  "/(?<=a+b)c/.test(input)",
  "/(?=.*a)b/.test(input)",
  "/[\\p{L}--[a]]+$/v.test(input)",
  "/^.*@([^>]*)>?$/i.exec(input)",
  "z.string().check(z.regex(/^(?:.*a){3}$/))",
]

const LINEAR = [
  "input.replace(/\\s+/g, ' ')",
  "input.split(/\\s+/)",
  "/^\\s*\\+/.test(input)",
  "/^[^\\s@<>]+@[^\\s@<>]+$/.test(input)",
  "/(?<!\\s)\\s+$/.test(input)",
  "/^(?!.*\\.\\.)[a-z.]+$/.test(input)",
  "/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(input)",
  "/[\\p{L}\\p{N}]/u.test(input)",
  // No patterns at all.
  "const half = total / 2 / count",
  "const text = 'replace(/\\\\s+$/)'",
]

describe("the check for slow patterns", () => {
  it("passes the sources as they are", async () => {
    const { said } = await check("src")
    expect(said).toMatch(/^\d{3} different patterns\n$/)
  })

  it("names every pattern whose time grows faster than its input, with its file", async () => {
    expect(await judge(SLOW)).toEqual(SLOW)
  })

  it("leaves linear ones alone, and what only looks like a pattern", async () => {
    expect(await judge(LINEAR)).toEqual([])
  })

  it("refuses patterns made at run time, and slow ones in the pattern attribute of a field", async () => {
    const made = ["new RegExp(input)", "RegExp('^a$')"]
    expect(await judge(made)).toEqual(made)
    await writeFile(join(folder, "field.tsx"), 'export const field = <input pattern="(a+)+" />\n')
    expect((await check(join(folder, "field.tsx"))).said).toContain("field.tsx:1: /^(?:(a+)+)$/v is not linear")
  })
})
