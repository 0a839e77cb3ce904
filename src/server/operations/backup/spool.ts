// The tables of one moment, written to files: an archive needs each length beforehand, and the moment is over soon.
import { type FileHandle, open } from "node:fs/promises"
import { join } from "node:path"
import { pictureFiles } from "../../features/profiles/pictures.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import type { TableEntry } from "./manifest.ts"
import { atOneMoment, columnsOf, linesOf } from "./store.ts"
import { CARRIED } from "./tables.ts"

export interface Spooled {
  tables: TableEntry[]
  /** file of a table */
  pathOf(table: string): string
  /** file with a line per picture, see PictureLine */
  pictures: string
}

export interface PictureLine {
  id: string
  /** the column that names it */
  field: string
  paths: string[]
}

/** Which files the profiles of these rows have. */
const pictureLines = (lines: string[]): string =>
  lines
    .flatMap((line) => {
      const profile = JSON.parse(line)
      return pictureFiles(profile).map((found): PictureLine => ({ id: profile.id, ...found }))
    })
    .map((line) => `${JSON.stringify(line)}\n`)
    .join("")

async function written<T>(path: string, work: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path, "wx", 0o600)
  try {
    return await work(file)
  } finally {
    await file.close()
  }
}

/** @param folder an empty one, only for this */
export async function spoolTables({ pool }: Pick<OpenDatabase, "pool">, folder: string): Promise<Spooled> {
  const pathOf = (table: string) => join(folder, table)
  const pictures = join(folder, "pictures.list")
  const tables = await written(pictures, (list) =>
    atOneMoment(pool, async (client) => {
      const there = await columnsOf(client)
      const entries: TableEntry[] = []
      for (const name of CARRIED.filter((table) => there.has(table))) {
        let rows = 0
        await written(pathOf(name), async (file) => {
          for await (const lines of linesOf(client, name)) {
            rows += lines.length
            await file.write(`${lines.join("\n")}\n`)
            if (name === "profiles") await list.write(pictureLines(lines))
          }
        })
        entries.push({ name, columns: there.get(name) ?? [], rows })
      }
      return entries
    }),
  )
  return { tables, pathOf, pictures }
}
