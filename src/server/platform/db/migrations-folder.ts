// The migrations beside this file, and a copy of the first few of them: the tables as an earlier version left them.
import { readFileSync } from "node:fs"
import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const FOLDER = fileURLToPath(new URL("./migrations", import.meta.url))

/** The part of drizzle-kit's journal that is read here. */
interface Journal {
  entries: { tag: string }[]
}

const journal = JSON.parse(readFileSync(join(FOLDER, "meta/_journal.json"), "utf8")) as Journal

/** Names of all migrations, oldest first. */
export const JOURNAL: readonly string[] = journal.entries.map(({ tag }) => tag)

/** Runs `work` with a folder that holds the first `count` migrations. */
export async function withMigrations<T>(count: number, work: (folder: string) => Promise<T>): Promise<T> {
  if (count >= JOURNAL.length) return work(FOLDER)
  const folder = await mkdtemp(join(tmpdir(), "meishi-migrations-"))
  try {
    await mkdir(join(folder, "meta"))
    await writeFile(
      join(folder, "meta/_journal.json"),
      JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }),
    )
    for (const tag of JOURNAL.slice(0, count)) await copyFile(join(FOLDER, `${tag}.sql`), join(folder, `${tag}.sql`))
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
