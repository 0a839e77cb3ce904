// The running program with 1 000 profiles and with many: 100 000 on both engines, and a million on PostgreSQL.
import { join } from "node:path"
import { type Figure, fact } from "../support/figures.ts"
import { findPostgres, startPostgres } from "../support/postgres.ts"
import { adminLists } from "./admin-lists.ts"
import { calls } from "./calls.ts"
import { FEW, MANY, MILLION, type Size, startFilled } from "./filled.ts"
import { fillBooks, phoneSync } from "./phone-sync.ts"

type Env = Record<string, string>

async function compared(engine: string, few: Env, many: Env, size: Size, folder: string): Promise<Figure[]> {
  const [small, large] = [await startFilled(few, FEW, fillBooks), await startFilled(many, size, fillBooks)]
  const lists = [...(await adminLists(engine, small, large)), ...(await phoneSync(engine, small, large))]
  return [...(await calls(engine, small, large, folder)), ...lists]
}

/** @param folder for the databases of the embedded engine and the files */
export async function manyPeople(folder: string): Promise<Figure[]> {
  const embedded = (name: string) => ({ DATA_DIR: join(folder, name), DATABASE_URL: "" })
  return [
    ...(await compared("embedded", embedded("few"), embedded("many"), MANY, folder)),
    ...(await onPostgres(MANY, folder)),
  ]
}

export const million = (folder: string): Promise<Figure[]> => onPostgres(MILLION, folder)

async function onPostgres(size: Size, folder: string): Promise<Figure[]> {
  const bin = findPostgres()
  if (bin === null) return [fact("PostgreSQL", "left out: no server on this system")]
  const server = await startPostgres(bin)
  try {
    const place = async (name: string) => ({
      DATA_DIR: join(folder, `server-${name}`),
      DATABASE_URL: await server.createDatabase(`bench_${name}`),
    })
    return await compared("PostgreSQL", await place("few"), await place("many"), size, folder)
  } finally {
    await server.remove()
  }
}
