// Writes the tables at one point in time to files: an archive needs each length in advance, and the transaction should be short.
import { type FileHandle, open } from "node:fs/promises"
import { join } from "node:path"
import { pictureFiles } from "../../features/profiles/pictures.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import { CARRIED, type TableEntry } from "./manifest.ts"
import { atOneMoment, columnsOf, linesOf } from "./store.ts"

interface Spooled {
  tables: TableEntry[]
  /** the file of a table */
  pathOf(table: string): string
  /** a file with a PictureLine per line */
  pictures: string
}

export interface PictureLine {
  id: string
  /** the column that names the picture */
  field: string
  paths: string[]
}

/** The picture files of these profiles. */
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

/** @param folder empty, for this alone */
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
