// Application pages load no module before the first paint.
import { createHash } from "node:crypto"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type TestApp, testApp } from "../../../../tests/support/app.ts"

let site: TestApp
beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())

const MODULE = /"(\/assets\/[^"]+\.js)"/g

test.each(["/login", "/settings", "/card"])(
  "%s names its modules for later, and may run what starts them",
  async (path) => {
    const answer = await site.app.request(path)
    const html = await answer.text()
    expect(html).not.toMatch(/rel="modulepreload"|<script[^>]* (src|type="module")/)
    const [, entrance = ""] = /<script type="text\/plain" data-entrance="">([^<]*)<\/script>/.exec(html) ?? []
    expect(entrance).toContain("/assets/entry.client-")
    const hash = createHash("sha256").update(entrance).digest("base64")
    expect(answer.headers.get("content-security-policy")).toContain(`'sha256-${hash}'`)
    const head = html.slice(0, html.indexOf("</head>"))
    const later = [...head.matchAll(MODULE)].map(([, module]) => module)
    const needed = [...entrance.matchAll(MODULE)].map(([, module]) => module)
    expect(needed.filter((module) => !later.includes(module))).toEqual([])
  },
)

test.each(["/", "/terms", "/nobody-here"])("%s is a document and stays unchanged", async (path) => {
  const html = await (await site.app.request(path)).text()
  expect(html).not.toMatch(/data-entrance|modulepreload|PerformanceObserver/)
})
