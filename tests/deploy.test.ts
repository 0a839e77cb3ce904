// What a deployment is made of, as far as it can be checked without the machines it is for.
import { execFileSync, spawnSync } from "node:child_process"
import { existsSync, globSync, readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { readConfig, settingRows } from "../src/server/platform/config/config.ts"

const read = (path: string) => readFileSync(path, "utf8")
const SETTINGS = new Set(settingRows().map(([name]) => name))
/** Known to Node, to the C library or to the proxy. */
const OTHERS = new Set(["NODE_ENV", "DOMAIN", "MALLOC_ARENA_MAX", "MALLOC_MMAP_THRESHOLD_"])

describe("npm run sbom", () => {
  const bill = JSON.parse(execFileSync("node", ["scripts/run.mjs", "sbom"], { encoding: "utf8", maxBuffer: 2 ** 26 }))
  interface Component {
    name: string
    version: string
    "bom-ref": string
  }
  const components: Component[] = bill.components
  const names = components.map(({ name }) => name)

  test("prints CycloneDX of what runs in production, and nothing of what only builds it", () => {
    expect(bill).toMatchObject({ bomFormat: "CycloneDX", specVersion: "1.5", version: 1 })
    const { dependencies, devDependencies, buildDependencies } = JSON.parse(read("package.json"))
    const runs = Object.keys(dependencies).filter((name) => !buildDependencies.includes(name))
    expect(names).toEqual(expect.arrayContaining(runs))
    expect(names.filter((name) => name in devDependencies || buildDependencies.includes(name))).toEqual([])
    expect(bill.serialNumber).toMatch(/^urn:uuid:[0-9a-f-]{36}$/)
    expect(Date.now() - Date.parse(bill.metadata.timestamp)).toBeLessThan(600_000)
    const { version } = JSON.parse(read("node_modules/hono/package.json"))
    expect(components.find(({ name }) => name === "hono")).toMatchObject({
      version,
      purl: `pkg:npm/hono@${version}`,
      hashes: [{ alg: "SHA-512", content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
      licenses: [{ expression: "MIT" }],
    })
  })

  test("names what is on the disk: this platform's parts, and the Node that runs the program", () => {
    expect(components.find(({ name }) => name === "node")?.version).toBe(process.versions.node)
    const parts = components.filter(({ name }) => name.startsWith("@img/sharp-"))
    expect(parts.length).toBeGreaterThan(0)
    expect(parts.filter(({ name }) => !existsSync(`node_modules/${name}`))).toEqual([])
  })

  test("names each package once, and only packages it names as what others need", () => {
    const known = new Set([bill.metadata.component["bom-ref"], ...components.map((each) => each["bom-ref"])])
    expect(known.size).toBe(components.length + 1)
    const needed: { ref: string; dependsOn: string[] }[] = bill.dependencies
    expect(needed.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]).filter((ref) => !known.has(ref))).toEqual([])
    const pg = needed.find(({ ref }) => ref.startsWith("pg@"))?.dependsOn ?? []
    expect(pg.some((ref) => ref.startsWith("pg-protocol@"))).toBe(true)
  })
})

describe("the image", () => {
  const lines = read("Dockerfile").replaceAll("\\\n", " ").split("\n")
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith("FROM")))

  test("copies what is there, and what the server's sources need", () => {
    const copied = lines
      .filter((line) => line.startsWith("COPY ") && !line.includes("--from"))
      .flatMap((line) => line.split(/\s+/).slice(1, -1))
    expect(copied.filter((path) => path !== "." && !existsSync(path))).toEqual([])
    // Nothing but types may be imported from elsewhere: the image has domain and server only.
    const imports = globSync("src/server/**/*.ts")
      .filter((file) => !file.endsWith(".test.ts"))
      .flatMap((file) => [...read(file).matchAll(/^(?:import|export) (?!type )[^"]*"(\.[^"]+)"/gm)].map(([, to]) => to))
    expect(imports.filter((to) => to?.includes("/web/"))).toEqual([])
  })

  test("ends as another user, with a health check, a volume for the data, and without npm", () => {
    const text = last.join("\n")
    expect(text).toMatch(/^USER 10001:10001$/m)
    expect(text).toMatch(/^HEALTHCHECK .*\/api\/health\/live/m)
    expect(text).toMatch(/^VOLUME \/data$/m)
    expect(text).not.toMatch(/npm|apt-get|:latest|ADD /)
  })

  test("carries its version, commit, time and source as labels, and answers meishi --version with them", () => {
    const text = last.join("\n")
    for (const [label, argument] of [
      ["version", "VERSION"],
      ["revision", "COMMIT"],
      ["created", "CREATED"],
      ["source", "SOURCE"],
    ])
      expect(text).toContain(`org.opencontainers.image.${label}="$${argument}"`)
    expect(text).toMatch(
      /^RUN printf '%s' "\$COMMIT" > commit && ln -s \/app\/deploy\/meishi \/usr\/local\/bin\/meishi$/m,
    )
  })

  test("is built on images whose digests an operator can give, and no other", () => {
    const from = lines.flatMap((line) => /^FROM (\w+:\$\{\w+\})/.exec(line)?.[1]?.replace("$", "") ?? [])
    expect(from).toEqual(["node:{NODE}", "node:{NODE}", "debian:{DEBIAN}"])
    expect(lines.filter((line) => line.startsWith("FROM "))).toHaveLength(from.length)
    // A digest that is written here is a whole one.
    const digests = ["Dockerfile", "deploy/compose.yaml"].flatMap((path) => read(path).match(/@sha256:\S*/g) ?? [])
    expect(digests.filter((digest) => !/^@sha256:[0-9a-f]{64}$/.test(digest))).toEqual([])
  })

  test("is asked after by a command that runs", () => {
    const command = /HEALTHCHECK.*CMD (\[.*\])/.exec(lines.join("\n"))?.[1] ?? "[]"
    const [, ...args] = JSON.parse(command)
    const unreachable = spawnSync(process.execPath, args, { env: { PORT: "1" }, encoding: "utf8" })
    expect([unreachable.status, unreachable.stderr]).toEqual([1, ""])
  })

  test("gets every configuration that its build reads", () => {
    const rules = new Set(read(".dockerignore").split("\n"))
    const others = [...read("vite.config.ts").matchAll(/"([\w.]+\.config\.ts)"/g)].map(([, name]) => name)
    expect(others.length).toBeGreaterThan(1)
    for (const name of ["vite.config.ts", "react-router.config.ts", "tsconfig.json", ...others])
      expect(rules).toContain(`!${name}`)
  })

  test("never gets data, secrets or a checkout's packages: only what is named", () => {
    const rules = read(".dockerignore")
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"))
    expect(rules[0]).toBe("*")
    expect(rules.filter((rule) => /^!(data|node_modules|\.git|deploy$|build)/.test(rule))).toEqual([])
  })
})

describe("compose file, environment and unit", () => {
  test("name settings that the program has, with values it takes", () => {
    const app = /\n {2}app:\n([\s\S]*?)\n {2}database:/.exec(read("deploy/compose.yaml"))?.[1] ?? ""
    const environment = /environment:\n([\s\S]*?)\n {4}\w/.exec(app)?.[1] ?? ""
    const pairs = [...environment.matchAll(/^ {6}(\w+): (.*)$/gm)].map(([, name = "", value = ""]) => [name, value])
    expect(pairs.length).toBeGreaterThan(10)
    expect(pairs.map(([name]) => name).filter((name) => !SETTINGS.has(name ?? ""))).toEqual([])
    const given: Record<string, string> = {
      DOMAIN: "cards.example.com",
      MAIL_FROM: "",
      SMTP_URL: "",
      METRICS_TOKEN: "",
      WORKERS: "2",
    }
    const filled = pairs.map(([name = "", value = ""]) => {
      const text = value.replaceAll(
        /\$\{(\w+)[^}]*\}/g,
        (_, key) => given[key] ?? (key === "ADMIN_EMAIL" ? "" : "f".repeat(64)),
      )
      return [name, text.replaceAll('"', "")]
    })
    const config = readConfig(Object.fromEntries(filled))
    expect(config).toMatchObject({ PUBLIC_ORIGIN: "https://cards.example.com", S3_BUCKET: "meishi", STOP_DELAY_S: 5 })
  })

  test("the database is ready when it answers where the program asks", () => {
    expect(read("deploy/compose.yaml")).toMatch(/test: \["CMD", "pg_isready", "-h", "127\.0\.0\.1"/)
  })

  test("every variable of the compose file is in the example, and the other way round", () => {
    const used = new Set([...read("deploy/compose.yaml").matchAll(/\$\{(\w+)/g)].map(([, name]) => name))
    const shown = new Set([...read("deploy/example.env").matchAll(/^(\w+)=/gm)].map(([, name]) => name))
    expect([...used].sort()).toEqual([...shown].sort())
  })

  test("the unit starts a file that is there, with settings that the program has", () => {
    const unit = read("deploy/meishi.service")
    expect(existsSync(/^ExecStart=.* (\S+)$/m.exec(unit)?.[1] ?? "")).toBe(true)
    const lines = [...unit.matchAll(/^Environment=(.*)$/gm)].map(([, line]) => line)
    const names = [...lines.join(" ").matchAll(/(\w+)=/g)].map(([, name = ""]) => name)
    expect(names.filter((name) => !SETTINGS.has(name) && !OTHERS.has(name))).toEqual([])
  })

  test("npm start, the image and the unit take equally little memory", () => {
    for (const path of ["scripts/run.mjs", "Dockerfile", "deploy/meishi.service"]) {
      const text = read(path)
      expect(text).toMatch(/MALLOC_ARENA_MAX\W+1\b/)
      expect(text).toMatch(/MALLOC_MMAP_THRESHOLD_\W+1000000\b/)
      expect(text).toContain("--max-semi-space-size=8")
      expect(text).toContain("--heap-growing-percent=30")
    }
  })

  test.skipIf(spawnSync("systemd-analyze", ["--version"]).status !== 0)(
    "systemd finds the units correct, and the services tight",
    () => {
      for (const unit of ["meishi.service", "meishi-backup.service"]) {
        const options = ["security", "--offline=true", "--threshold=20", `deploy/${unit}`]
        expect(spawnSync("systemd-analyze", options, { encoding: "utf8" })).toMatchObject({ status: 0 })
      }
      const all = ["meishi.service", "meishi-backup.service", "meishi-backup.timer"].map((unit) => `deploy/${unit}`)
      const { stderr } = spawnSync("systemd-analyze", ["verify", ...all], { encoding: "utf8" })
      // It cannot know where the program will lie.
      expect(stderr.split("\n").filter((line) => line !== "" && !line.includes("is not executable"))).toEqual([])
    },
  )
})

test("the license is the one that package.json names", () => {
  expect(JSON.parse(read("package.json")).license).toBe("MIT")
  expect(read("LICENSE")).toMatch(/^MIT License/)
})
