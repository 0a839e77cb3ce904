// `meishi sbom`: what runs in production, as CycloneDX 1.5. What is installed here, in the versions that are on the disk; where
// nothing is installed, what the lock file would install. npm's own command leaves a third of the packages out (React among them).
import { execFileSync } from "node:child_process"
import { randomUUID } from "node:crypto"
import { existsSync, readFileSync } from "node:fs"
import { dirname } from "node:path"
import { fileURLToPath } from "node:url"

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))))
const NODE_MODULES = "node_modules/"
const { name, version, license, dependencies, buildDependencies } = JSON.parse(readFileSync("package.json", "utf8"))
const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"))
const isInstalled = existsSync(NODE_MODULES)

/** Of a package on the disk, or null. */
function versionAt(path) {
  const manifest = `${path}/package.json`
  return existsSync(manifest) ? JSON.parse(readFileSync(manifest, "utf8")).version : null
}

if (isInstalled)
  for (const path of Object.keys(packages).filter((each) => each !== "")) {
    const found = versionAt(path)
    if (found === null) delete packages[path]
    // Changed by hand: the lock file's checksum belongs to another version.
    else if (found !== packages[path].version)
      packages[path] = { ...packages[path], version: found, integrity: undefined }
  }

/** The Node that runs the program. */
function nodeVersion() {
  const own = `${NODE_MODULES}.bin/node`
  const text = existsSync(own) ? execFileSync(own, ["--version"], { encoding: "utf8" }) : process.version
  return text.trim().slice(1)
}

const nameAt = (path) => path.slice(path.lastIndexOf(NODE_MODULES) + NODE_MODULES.length)
const refOf = (path) => `${nameAt(path)}@${packages[path].version}`
const purlOf = (path) => `pkg:npm/${nameAt(path).replace("@", "%40")}@${packages[path].version}`

/** Where Node would find it: the nearest folder upwards. */
function placeOf(dependency, from) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf(`/${NODE_MODULES}`)))) {
    const path = `${at === "" ? "" : `${at}/`}${NODE_MODULES}${dependency}`
    if (path in packages) return path
    if (at === "") return undefined
  }
}

function hashes({ integrity }) {
  const [algorithm, digest] = (integrity ?? "").split("-")
  if (algorithm !== "sha512") return []
  return [{ alg: "SHA-512", content: Buffer.from(digest, "base64").toString("hex") }]
}

const isIn = new Set()

/** A package and everything that it needs. */
function add(path) {
  const { dev, devOptional, dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } =
    packages[path]
  if (dev || devOptional || isIn.has(path)) return
  isIn.add(path)
  const peers = Object.keys(peerDependencies ?? {}).filter((each) => !peerDependenciesMeta?.[each]?.optional)
  for (const each of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
    const place = placeOf(each, path)
    if (place !== undefined) add(place)
  }
}

for (const each of Object.keys(dependencies))
  if (!buildDependencies.includes(each) && packages[NODE_MODULES + each]) add(NODE_MODULES + each)
const inProduction = Object.keys(packages).filter((path) => isIn.has(path))
// The same one may lie in two folders.
const paths = [...new Map(inProduction.map((path) => [refOf(path), path])).values()]
const dependenciesOf = (path) => {
  const { dependencies, optionalDependencies } = packages[path]
  const found = Object.keys({ ...dependencies, ...optionalDependencies }).map((each) => placeOf(each, path))
  return [...new Set(found.filter((each) => each !== undefined && isIn.has(each)).map(refOf))].sort()
}

const root = `${name}@${version}`
const node = nodeVersion()
const bill = {
  bomFormat: "CycloneDX",
  specVersion: "1.5",
  serialNumber: `urn:uuid:${randomUUID()}`,
  version: 1,
  metadata: {
    timestamp: new Date().toISOString(),
    lifecycles: [{ phase: isInstalled ? "operations" : "pre-build" }],
    component: { type: "application", "bom-ref": root, name, version, licenses: [{ license: { id: license } }] },
  },
  components: [
    {
      type: "platform",
      "bom-ref": `node@${node}`,
      name: "node",
      version: node,
      purl: `pkg:generic/node@${node}`,
      cpe: `cpe:2.3:a:nodejs:node.js:${node}:*:*:*:*:*:*:*`,
    },
    ...paths.map((path) => ({
      type: "library",
      "bom-ref": refOf(path),
      name: nameAt(path),
      version: packages[path].version,
      scope: packages[path].optional ? "optional" : "required",
      purl: purlOf(path),
      hashes: hashes(packages[path]),
      licenses: packages[path].license === undefined ? [] : [{ expression: packages[path].license }],
    })),
  ],
  dependencies: ["", ...paths].map((path) => ({
    ref: path === "" ? root : refOf(path),
    dependsOn: dependenciesOf(path),
  })),
}
process.stdout.write(`${JSON.stringify(bill, null, 2)}\n`)
