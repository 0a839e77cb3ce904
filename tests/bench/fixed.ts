// What everything is compared with: a raw node:http server and nginx, each on the server's core, answering with the very bytes
// that the program sends for its public page.
import { spawnSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { get } from "node:http"
import { join } from "node:path"
import { freePort } from "../support/free-port.ts"
import { startOnCore, startProgram } from "./processes.ts"
import type { Target } from "./wrk.ts"

export const BROWSER = { "Accept-Encoding": "gzip, deflate, br, zstd" }

interface Answer {
  headers: Record<string, unknown>
  body: Buffer
}

/** `fetch` decodes; the fixed servers need the bytes as they travel. */
const answerOf = (url: string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    get(url, { headers: BROWSER }, (response) => {
      const chunks: Buffer[] = []
      response.on("data", (chunk) => chunks.push(chunk))
      response.on("end", () => {
        const { connection, "keep-alive": _kept, "transfer-encoding": _transfer, date, ...headers } = response.headers
        resolve({ headers, body: Buffer.concat(chunks) })
      })
    }).once("error", reject)
  })

async function rawServer(answer: Answer, folder: string): Promise<Target> {
  const file = join(folder, "answer.json")
  const { headers, body } = answer
  writeFileSync(file, JSON.stringify({ status: 200, headers, body: body.toString("base64") }))
  const raw = await startOnCore(["tests/bench/raw-server.mjs", file], {}, (output) => /^\d+$/m.exec(output)?.[0])
  return { pid: raw.child.pid ?? 0, url: `http://127.0.0.1:${raw.found}/`, headers: BROWSER }
}

const NGINX = (folder: string, port: number) => `
daemon off; master_process off; pid ${folder}/nginx.pid; error_log stderr notice;
events { worker_connections 512; }
http {
  access_log off; default_type text/html; keepalive_requests 1000000;
  client_body_temp_path ${folder}/nginx-1; proxy_temp_path ${folder}/nginx-2; fastcgi_temp_path ${folder}/nginx-3;
  uwsgi_temp_path ${folder}/nginx-4; scgi_temp_path ${folder}/nginx-5;
  server { listen 127.0.0.1:${port}; root ${folder}; location = /page { add_header Content-Encoding br; } }
}`

/** Null when this system has none. */
async function nginxServer({ body }: Answer, folder: string): Promise<Target | null> {
  if (spawnSync("sh", ["-c", "PATH=$PATH:/usr/sbin command -v nginx"]).status !== 0) return null
  const port = await freePort()
  writeFileSync(join(folder, "page"), body)
  writeFileSync(join(folder, "nginx.conf"), NGINX(folder, port))
  const { child } = await startProgram(
    ["/usr/sbin/nginx", "-p", folder, "-c", join(folder, "nginx.conf")],
    {},
    (output) => /start worker|using the "epoll"/.exec(output)?.[0],
  )
  return { pid: child.pid ?? 0, url: `http://127.0.0.1:${port}/page`, headers: BROWSER }
}

export interface Fixed {
  raw: Target
  nginx: Target | null
}

/** Only node:http. @param url of the page whose bytes it sends */
export const startRaw = async (url: string, folder: string): Promise<Target> => rawServer(await answerOf(url), folder)

/** @param url of the page whose bytes they send */
export async function startFixed(url: string, folder: string): Promise<Fixed> {
  const answer = await answerOf(url)
  return { raw: await rawServer(answer, folder), nginx: await nginxServer(answer, folder) }
}
