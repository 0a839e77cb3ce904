// Lighthouse on a phone preset, fetched when asked for: it is larger than the whole product and only this measurement needs it.
import { execFileSync } from "node:child_process"

const VERSION = "13.5.0"
const FLAGS =
  "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync"

/** Performance score of 0–100, the median of three runs. */
export async function lighthouse(url: string): Promise<number> {
  const scores = [1, 2, 3].map(() => {
    const report = execFileSync(
      "npx",
      [
        "--yes",
        `lighthouse@${VERSION}`,
        url,
        "--quiet",
        "--output=json",
        "--only-categories=performance",
        `--chrome-flags=${FLAGS}`,
      ],
      {
        encoding: "utf8",
        maxBuffer: 64 * 1024 * 1024,
        env: { ...process.env, CHROME_PATH: "/usr/bin/chromium" },
        stdio: ["ignore", "pipe", "ignore"],
      },
    )
    return (JSON.parse(report) as { categories: { performance: { score: number } } }).categories.performance.score * 100
  })
  return scores.toSorted((a, b) => a - b)[1] ?? 0
}
