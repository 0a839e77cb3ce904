// The power fails between any two flushes: the embedded engine opens again and has every acknowledged row.
// POWER_CUTS=15 for the long run.
import { mkdir, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PGlite } from "@electric-sql/pglite"
import { afterAll, beforeAll, expect, test } from "vitest"
import { DURABLE_START, DurableFS } from "../../src/server/platform/db/embedded/durable-fs.ts"
import { diskImage } from "./disk-image.ts"

const CUTS = Number(process.env.POWER_CUTS ?? 3)
const FLUSHES_BETWEEN = 40
const A_CUT_MS = 30_000

let folder = ""
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "meishi-power-"))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const openIn = (dir: string, sync?: (descriptor: number) => void) =>
  PGlite.create({ fs: new DurableFS(dir, sync), startParams: DURABLE_START })

test.runIf(process.platform === "linux")(
  `${CUTS} power cuts between two flushes lose no acknowledged row`,
  async () => {
    const live = join(folder, "live")
    await mkdir(live)
    const first = await openIn(live)
    await first.exec("create table written (n int primary key, body text)")
    await first.close()

    const disk = diskImage(live, join(folder, "image"))
    const acknowledged: number[] = []
    const cuts: { dir: string; acknowledged: number[] }[] = []
    let flushes = 0
    let next = Math.ceil(Math.random() * FLUSHES_BETWEEN)
    const db = await openIn(live, (descriptor) => {
      flushes += 1
      if (flushes >= next && cuts.length < CUTS) {
        const dir = join(folder, `cut-${cuts.length}`)
        disk.cut(dir)
        cuts.push({ dir, acknowledged: [...acknowledged] })
        next = flushes + Math.ceil(Math.random() * FLUSHES_BETWEEN)
      }
      disk.sync(descriptor)
    })
    for (let n = 0; cuts.length < CUTS && n < CUTS * FLUSHES_BETWEEN * 2; n++) {
      await db.query("insert into written values ($1, $2)", [n, "x".repeat((n * 37) % 3000)])
      acknowledged.push(n)
      if (n % 25 === 24) await db.exec("checkpoint")
    }
    await db.close()

    expect(cuts).toHaveLength(CUTS)
    for (const cut of cuts) {
      const after = await openIn(cut.dir)
      const { rows } = await after.query<{ n: number; length: number }>("select n, length(body) from written")
      const kept = new Map(rows.map(({ n, length }) => [n, length]))
      expect(cut.acknowledged.filter((n) => kept.get(n) !== (n * 37) % 3000)).toEqual([])
      await after.exec("insert into written values (-1, '')")
      await after.close()
      await rm(cut.dir, { recursive: true })
    }
    console.log(`${CUTS} power cuts, ${acknowledged.length} rows, 0 lost`)
  },
  CUTS * A_CUT_MS,
)
