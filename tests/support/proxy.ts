// nginx in front of several processes, configured as docs/operations.md says, in a temporary folder and ended by its id.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"

const START_WITHIN_MS = 10_000

/** @returns the program, or null; `npm test` says how to get it */
function findNginx(): string | null {
  const folders = ["/usr/sbin", ...(process.env.PATH ?? "").split(":")]
  return folders.map((folder) => join(folder, "nginx")).find((path) => existsSync(path)) ?? null
}

export const NGINX = findNginx()

const configuration = (port: number, behind: number[]): string => `
${process.getuid?.() === 0 ? "user root;" : ""}
worker_processes 1;
daemon off;
pid nginx.pid;
error_log stderr crit;
events {}
http {
  access_log off;
  ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${name};`).join(" ")}
  upstream meishi {
    ${behind.map((at) => `server 127.0.0.1:${at} max_fails=0;`).join(" ")}
    keepalive 16;
    keepalive_timeout 4s;
  }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 6m;
    location / {
      proxy_pass http://meishi;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_request_buffering off;
    }
  }
}
`

/** @param behind ports of the processes, asked in turn */
export async function startProxy(port: number, behind: number[]): Promise<{ stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "meishi-proxy-"))
  await writeFile(join(folder, "nginx.conf"), configuration(port, behind))
  const proxy: ChildProcess = spawn(NGINX ?? "nginx", ["-p", folder, "-c", "nginx.conf", "-e", "stderr"], {
    stdio: ["ignore", "ignore", "inherit"],
  })
  const ended = once(proxy, "exit")
  const stop = async () => {
    if (proxy.exitCode === null) proxy.kill("SIGTERM")
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  const deadline = performance.now() + START_WITHIN_MS
  const listens = () => fetch(`http://127.0.0.1:${port}/api/health/live`).then(Boolean, () => false)
  while (!(await listens())) {
    if (proxy.exitCode !== null || performance.now() > deadline) {
      await stop()
      throw new Error("nginx does not start")
    }
    await pause(20)
  }
  return { stop }
}
