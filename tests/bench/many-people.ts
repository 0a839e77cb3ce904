// The running program on both engines, twice each: with 1 000 and with 100 000 profiles.
import { join } from "node:path"
import { type Figure, fact } from "../support/figures.ts"
import { findPostgres, startPostgres } from "../support/postgres.ts"
import { adminLists } from "./admin-lists.ts"
import { calls } from "./calls.ts"
import { FEW, MANY, startFilled } from "./filled.ts"

type Env = Record<string, string>

async function compared(engine: string, few: Env, many: Env, folder: string): Promise<Figure[]> {
  const [small, large] = [await startFilled(few, FEW), await startFilled(many, MANY)]
  const lists = await adminLists(engine, small, large)
  return [...(await calls(engine, small, large, folder)), ...lists]
}

/** @param folder for the databases of the embedded engine and the files */
export async function manyPeople(folder: string): Promise<Figure[]> {
  const embedded = (name: string) => ({ DATA_DIR: join(folder, name), DATABASE_URL: "" })
  const figures = await compared("embedded", embedded("few"), embedded("many"), folder)
  const bin = findPostgres()
  if (bin === null) return [...figures, fact("PostgreSQL", "left out: no server on this system")]
  const server = await startPostgres(bin)
  try {
    const onServer = async (name: string) => ({
      DATA_DIR: join(folder, `server-${name}`),
      DATABASE_URL: await server.createDatabase(`bench_${name}`),
    })
    return [...figures, ...(await compared("PostgreSQL", await onServer("few"), await onServer("many"), folder))]
  } finally {
    await server.remove()
  }
}
