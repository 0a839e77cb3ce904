// The disk fills up under the running program and has room again: what readers and writers are answered meanwhile and after.
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { atMost, exactly, type Figure, fact } from "../support/figures.ts"
import { photograph } from "../support/pictures.ts"
import { type Answer, askFor, isPutOff, tally, withStatus } from "./answers.ts"
import { type BrokenSite, inFolder, onSite, withPostgres } from "./broken-site.ts"
import { inTurn, type Member, newMember } from "./people.ts"
import { mountSmallDisk, type SmallDisk } from "./small-disk.ts"

const DISK_MB = 700
const MEGABYTE = 1024 * 1024
const FULL_MS = 10_000
const READ_EVERY_MS = 50
const WRITE_EVERY_MS = 100
const RECOVERED_WITHIN_S = 10

interface Acts {
  read(): Promise<Answer>
  write(): Promise<Answer>
  isKept: Member["isKept"]
}

/** One person's doings. */
async function actsOf({ program, dataDir }: BrokenSite): Promise<Acts> {
  const member = await newMember(program, dataDir, "reader")
  const photo = new Uint8Array(await photograph(300, 300))
  const upload = () => member.upload(photo)
  await member.save()
  const { profile_picture } = JSON.parse((await upload()).text)
  const read = ["/reader", "/api/profiles/reader", "/api/me", "/reader.vcf", profile_picture]
  return {
    read: inTurn(read.map((path) => () => member.get(path))),
    write: inTurn([member.save, upload, member.signIn]),
    isKept: member.isKept,
  }
}

async function untilWritten(acts: Acts): Promise<number> {
  const started = performance.now()
  // Of each kind one.
  for (let good = 0; good < 3 && performance.now() - started < 60_000; ) {
    good = (await acts.write()).status === 200 ? good + 1 : 0
    if (good === 0) await pause(100)
  }
  return (performance.now() - started) / 1000
}

async function filled(what: string, disk: SmallDisk, acts: Acts, leaveBytes: number): Promise<Figure[]> {
  const [reads, writes] = await Promise.all([
    askFor(FULL_MS, READ_EVERY_MS, acts.read),
    askFor(FULL_MS, WRITE_EVERY_MS, acts.write),
    pause(1_000).then(() => disk.fill(leaveBytes)),
  ])
  await disk.empty()
  const seconds = await untilWritten(acts)
  return [
    fact(`${what}: reads`, tally(reads)),
    exactly(`${what}: reads that failed`, reads.length - withStatus(reads, 200).length, 0),
    fact(`${what}: writes`, tally(writes)),
    exactly(
      `${what}: writes neither done nor 503/507`,
      writes.filter((answer) => answer.status !== 200 && answer.status !== 507 && !isPutOff(answer)).length,
      0,
    ),
    atMost(`${what}: after there is room, until every kind of write is accepted`, seconds, RECOVERED_WITHIN_S, " s", 1),
    exactly(`${what}: an acknowledged save that is lost`, (await acts.isKept()) ? 0 : 1, 0),
  ]
}

const NOT_HERE = [fact("a disk of its own", "not measured: nothing can be mounted without being root")]

async function onSmallDisk(work: (disk: SmallDisk) => Promise<Figure[]>): Promise<Figure[]> {
  return inFolder(async (folder) => {
    const disk = await mountSmallDisk(join(folder, "disk"), DISK_MB)
    if (disk === null) return NOT_HERE
    try {
      return await work(disk)
    } finally {
      disk.unmount()
    }
  })
}

const embedded = () =>
  onSmallDisk((disk) =>
    onSite(join(disk.folder, "data"), {}, async (site) => {
      const acts = await actsOf(site)
      return [
        ...(await filled("embedded, 64 MB left", disk, acts, 64 * MEGABYTE)),
        ...(await filled("embedded, the last block taken at once", disk, acts, 0)),
      ]
    }),
  )

const postgresql = () =>
  withPostgres((_server, env) =>
    onSmallDisk((disk) =>
      onSite(join(disk.folder, "data"), env, async (site) =>
        filled("PostgreSQL elsewhere, the pictures' disk full", disk, await actsOf(site), 0),
      ),
    ),
  )

export const diskFull = async (): Promise<Figure[]> => [...(await embedded()), ...(await postgresql())]
