// The very proxy configurations of the documents, run by this system's nginx and Caddy in front of the real program.
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { existsSync, readFileSync } from "node:fs"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { request } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest"
import { freePort } from "../support/free-port.ts"
import { askHttps, VISITOR } from "../support/https.ts"
import { NGINX } from "../support/proxy.ts"
import { startServer, type TestServer } from "../support/server.ts"

const PATIENCE_MS = 240_000
const SITE = "cards.example.com"
const METRICS_TOKEN = "m".repeat(32)

const OPERATIONS = readFileSync("docs/operations.md", "utf8")
/** The code blocks of a language, in the order of the document. */
const blocks = (language: string): string[] =>
  [...OPERATIONS.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, "g"))].map(([, text = ""]) => text)

/** Replaces what every machine has differently. @throws Error for a text that the example does not have */
function adapted(example: string, pairs: [from: string, to: string][]): string {
  return pairs.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`The example has no ${from}`)
    return text.replaceAll(from, to)
  }, example)
}

const CADDY = existsSync("/usr/bin/caddy") || spawnSync("caddy", ["version"]).status === 0

let app: TestServer
let folder = ""
let proxy: ChildProcess | undefined
let said = ""
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "meishi-examples-"))
  app = await startServer({ PUBLIC_ORIGIN: `https://${SITE}`, TRUSTED_PROXIES: "127.0.0.1", METRICS_TOKEN })
}, PATIENCE_MS)
afterEach(async () => {
  if (proxy?.exitCode === null) {
    const ended = once(proxy, "exit")
    proxy.kill("SIGTERM")
    await ended
  }
  proxy = undefined
})
afterAll(async () => {
  await app?.stop()
  await rm(folder, { recursive: true, force: true })
})

function run(program: string, args: string[], env: Record<string, string> = {}): void {
  said = ""
  proxy = spawn(program, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env.PATH, HOME: folder, ...env },
  })
  for (const stream of [proxy.stdout, proxy.stderr])
    stream?.on("data", (text) => {
      said += text
    })
}

/** A visitor's view of the site through the proxy. */
async function expectSite(port: number): Promise<void> {
  const first = () =>
    askHttps(port, SITE, "/api/health/live").then(
      ({ status }) => status,
      () => said,
    )
  await expect.poll(first, { timeout: 30_000 }).toBe(200)
  const page = await askHttps(port, SITE, "/", { "Accept-Encoding": "br" })
  expect([page.status, page.headers["content-encoding"]]).toEqual([200, "br"])
  expect(page.headers["strict-transport-security"]).toContain("max-age")
  // The one that the program knows, as behind every proxy.
  const own = await fetch(`${app.origin}/api/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  expect(own.status).toBe(200)
  const outside = await askHttps(port, SITE, "/api/metrics", { authorization: `Bearer ${METRICS_TOKEN}` })
  expect(outside.status).toBe(404)
  // A visitor cannot choose an address: the proxy names the one it sees.
  const before = app.output().length
  await askHttps(port, SITE, "/api/admin/audit", { "X-Forwarded-For": "203.0.113.9" })
  await expect.poll(() => app.output().slice(before)).toContain(`"code":"not_authenticated","ip":"${VISITOR}"`)
}

/** Over http, pages lead to https, and nothing that carries a secret does. */
async function expectOverHttp(port: number): Promise<void> {
  const ask = (method: string, path: string) =>
    new Promise<[status?: number, location?: string]>((resolve, reject) => {
      const asked = request({ host: "127.0.0.1", port, method, path, headers: { Host: SITE } }, (answer) => {
        answer.resume()
        resolve([answer.statusCode, answer.headers.location])
      })
      asked.on("error", reject).end()
    })
  expect(await ask("GET", "/mika")).toEqual([301, `https://${SITE}/mika`])
  for (const path of ["/auth/v1/token", "/api/profile", "/dav/", "/dav/people/", "/.well-known/carddav"])
    expect([path, ...(await ask("POST", path))]).toEqual([path, 403, undefined])
}

describe.skipIf(NGINX === null)("nginx", () => {
  const settings = (inside: string) => `
    ${process.getuid?.() === 0 ? "user root;" : ""}
    daemon off; pid nginx.pid; error_log stderr; worker_processes 1; events {}
    http {
      ${inside.includes("access_log") ? "" : "access_log off;"}
      ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${name};`).join(" ")}
      ${inside}
    }`

  test(
    "serves the site with the example of docs/operations.md, without a warning",
    async () => {
      const [port, other] = [await freePort(), await freePort()]
      const subject = [
        "-subj",
        `/CN=${SITE}`,
        "-days",
        "2",
        "-keyout",
        join(folder, "key"),
        "-out",
        join(folder, "cert"),
      ]
      execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", ...subject], { stdio: "ignore" })
      const example = blocks("nginx").find((text) => text.includes("ssl_certificate")) ?? ""
      const there = adapted(example, [
        ["127.0.0.1:3000", new URL(app.origin).host.replace("localhost", "127.0.0.1")],
        // Not every machine of the tests has IPv6.
        ["  listen [::]:443 ssl http2;\n", ""],
        ["  listen [::]:80;\n", ""],
        ["listen 443", `listen 127.0.0.1:${port}`],
        ["listen 80;", `listen 127.0.0.1:${other};`],
        ["/var/log/nginx/meishi.log", join(folder, "access.log")],
        [`/etc/letsencrypt/live/${SITE}/fullchain.pem`, join(folder, "cert")],
        [`/etc/letsencrypt/live/${SITE}/privkey.pem`, join(folder, "key")],
      ])
      await writeFile(join(folder, "nginx.conf"), settings(there))
      run(NGINX ?? "", ["-p", folder, "-c", "nginx.conf", "-e", "stderr"])
      await expectSite(port)
      await expectOverHttp(other)
      expect(said).not.toMatch(/\[(warn|error|emerg)\]/)
      await askHttps(port, SITE, "/reset-password?token_hash=hush")
      const log = () => readFileSync(join(folder, "access.log"), "utf8")
      await expect.poll(log).toContain('"GET /reset-password" 200')
      expect(log()).not.toContain("hush")
    },
    PATIENCE_MS,
  )

  test("accepts the example for several processes", async () => {
    const example = blocks("nginx").find((text) => text.includes("max_fails")) ?? ""
    await writeFile(join(folder, "several.conf"), settings(example))
    const checked = spawnSync(NGINX ?? "", ["-t", "-p", folder, "-c", "several.conf", "-e", "stderr"], {
      encoding: "utf8",
    })
    expect([checked.status, checked.stderr]).toEqual([0, expect.stringContaining("syntax is ok")])
  })
})

describe.skipIf(!CADDY)("Caddy", () => {
  const local = (port: number, other: number) =>
    `{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\thttp_port ${other}\n\thttps_port ${port}\n}\n`
  const examples: [name: string, text: string, backend: string][] = [
    ["docs/operations.md", blocks("caddy")[0] ?? "", "127.0.0.1:3000"],
    ["deploy/Caddyfile", readFileSync("deploy/Caddyfile", "utf8"), "app:3000"],
  ]

  test.each(examples)(
    "serves the site with the example of %s",
    async (_name, example, backend) => {
      const [port, other] = [await freePort(), await freePort()]
      const there = adapted(example, [[backend, new URL(app.origin).host]])
      const file = join(folder, "Caddyfile")
      // Comments are allowed before the options, other lines are not.
      await writeFile(file, local(port, other) + there)
      run("caddy", ["run", "--adapter", "caddyfile", "--config", file], { DOMAIN: SITE, XDG_DATA_HOME: folder })
      await expectSite(port)
      await expectOverHttp(other)
      expect(said).not.toContain('"level":"error"')
    },
    PATIENCE_MS,
  )
})
