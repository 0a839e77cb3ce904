// Programs that people use: vdirsyncer and khard (Debian's packages), and the library tsdav, on a site that listens.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { addressBookMultiGet, DAVClient, syncCollection } from "tsdav"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { contact, type DavClient, davClient } from "../../../../tests/support/dav.ts"
import { type ListeningApp, listeningApp } from "../../../../tests/support/listening-app.ts"
import { type Person, signUpAndVerify } from "../../../../tests/support/people.ts"

let site: ListeningApp
let mika: Person
let phone: DavClient
let folder: string

beforeAll(async () => {
  site = await listeningApp()
})
afterAll(() => site.close())
beforeEach(async () => {
  mika = await signUpAndVerify(site)
  phone = await davClient(site, mika)
  folder = await mkdtemp(join(tmpdir(), "address-book-"))
  return () => rm(folder, { recursive: true })
})

/** @throws with what the program said, when it fails */
async function run(program: string, args: string[], input = ""): Promise<string> {
  const { PATH = "" } = process.env
  const env = { PATH, HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder, LC_ALL: "C.UTF-8" }
  const child = spawn(program, args, { env, cwd: folder })
  let said = ""
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk))
  child.stdin.on("error", () => undefined).end(input)
  const [code] = await once(child, "close")
  if (code !== 0) throw new Error(`${program} ${args.join(" ")}: ${said}`)
  return said
}

const people = async (): Promise<Record<string, unknown>[]> =>
  (await (await site.app.request("/api/people", { headers: mika.headers })).json()).people
const names = async () => (await people()).map(({ full_name }) => full_name).sort()

describe("vdirsyncer", () => {
  const configure = async (more = "") => {
    await writeFile(
      join(folder, "config"),
      `[general]
status_path = "${folder}/status/"
[pair contacts]
a = "here"
b = "site"
collections = ["from b"]
${more}
[storage here]
type = "filesystem"
path = "${folder}/contacts/"
fileext = ".vcf"
[storage site]
type = "carddav"
url = "${site.origin}/"
username = "${mika.email}"
password = "${phone.secret}"
`,
    )
  }
  const vdirsyncer = (command: string) =>
    run("vdirsyncer", ["--config", join(folder, "config"), command], "y\n".repeat(9))
  const local = (name: string) => join(folder, "contacts", "people", name)

  test("discovers both books, copies, changes and deletes in both directions", async () => {
    await configure()
    await phone.ask("PUT", "grace.vcf", { body: contact("grace", "Grace Hopper", ["X-SHIP:Nimitz"]) })
    await vdirsyncer("discover")
    expect(await readdir(join(folder, "contacts"))).toEqual(["people", "profiles"])
    await vdirsyncer("sync")
    expect(await readFile(local("grace.vcf"), "utf8")).toContain("X-SHIP:Nimitz")
    expect(await readdir(join(folder, "contacts", "profiles"))).toHaveLength(1)

    await writeFile(local("ada.vcf"), contact("ada", "Ada Lovelace"))
    await writeFile(local("grace.vcf"), contact("grace", "Rear Admiral Hopper", ["X-SHIP:Nimitz"]))
    await vdirsyncer("sync")
    expect(await names()).toEqual(["Ada Lovelace", "Rear Admiral Hopper"])

    const [{ id } = {}] = (await people()).filter(({ full_name }) => full_name === "Ada Lovelace")
    await site.app.request(`/api/people/${id}`, { method: "DELETE", headers: mika.headers })
    await vdirsyncer("sync")
    expect(await readdir(join(folder, "contacts", "people"))).toEqual(["grace.vcf"])
    // The last contact of a collection is not deleted by vdirsyncer without being told so.
    await phone.ask("PUT", "more.vcf", { body: contact("more", "More") })
    await vdirsyncer("sync")
    await rm(local("grace.vcf"))
    await vdirsyncer("sync")
    expect(await names()).toEqual(["More"])
  })

  test("notices a conflict, and solves it as it is told to", async () => {
    await configure()
    await phone.ask("PUT", "grace.vcf", { body: contact("grace", "Grace") })
    await vdirsyncer("discover")
    await vdirsyncer("sync")
    await phone.ask("PUT", "grace.vcf", { body: contact("grace", "Changed there") })
    await writeFile(local("grace.vcf"), contact("grace", "Changed here"))
    await expect(vdirsyncer("sync")).rejects.toThrow(/conflict/i)
    expect(await names()).toEqual(["Changed there"])
    await configure('conflict_resolution = "a wins"')
    await vdirsyncer("discover")
    await vdirsyncer("sync")
    expect(await names()).toEqual(["Changed here"])
  })

  test("carries a change by khard, which is among the people with its unknown properties", async () => {
    await configure()
    const unknown = ["X-SHIP;X-WHERE=bay:Nimitz", "item1.EMAIL:grace@example.com", "item1.X-ABLabel:Ship"]
    await phone.ask("PUT", "grace.vcf", { body: contact("grace", "Grace Hopper", ["N:Hopper;Grace;;;", ...unknown]) })
    await vdirsyncer("discover")
    await vdirsyncer("sync")
    await mkdir(join(folder, "khard"))
    await writeFile(
      join(folder, "khard", "khard.conf"),
      `[addressbooks]\n[[people]]\npath = ${folder}/contacts/people/\n[general]\neditor = true\nmerge_editor = true\n`,
    )
    expect(await run("khard", ["list"])).toContain("Grace Hopper")
    const template = await run("khard", ["show", "--format", "yaml", "grace"])
    const changed = join(folder, "changed.yaml")
    await writeFile(changed, template.replace(/^Organisation *:.*$/m, "Organisation : Navy"))
    await run("khard", ["edit", "--input-file", changed, "grace"], "y\n")
    await vdirsyncer("sync")
    const [person] = await people()
    expect(person).toMatchObject({ full_name: "Grace Hopper", business_name: "Navy" })
    const one = await site.app.request(`/api/people/${person?.id}`, { headers: mika.headers })
    expect((await one.json()).person.entries).toEqual([{ kind: "email", label: "Ship", value: "grace@example.com" }])
    const { text } = await phone.ask("GET", "grace.vcf")
    expect(text).toContain("X-SHIP;X-WHERE=bay:Nimitz\r\n")
  })
})

describe("tsdav", () => {
  const signedIn = async () => {
    const client = new DAVClient({
      serverUrl: site.origin,
      credentials: { username: mika.email, password: phone.secret },
      authMethod: "Basic",
      defaultAccountType: "carddav",
    })
    await client.login()
    const books = await client.fetchAddressBooks()
    return { client, books, headers: { authorization: `Basic ${btoa(`${mika.email}:${phone.secret}`)}` } }
  }

  test("finds the books and writes a contact", async () => {
    const { client, books } = await signedIn()
    expect(books.map(({ displayName }) => displayName)).toEqual(["People I've met", "My profiles"])
    const [addressBook] = books
    if (addressBook === undefined) throw new Error("no book")
    await client.createVCard({ addressBook, filename: "ada.vcf", vCardString: contact("ada", "Ada") })
    const [vCard] = await client.fetchVCards({ addressBook })
    expect(vCard?.data).toContain("FN:Ada")
    if (vCard === undefined) throw new Error("no contact")
    await client.updateVCard({ vCard: { ...vCard, data: contact("ada", "Countess") } })
    expect(await names()).toEqual(["Countess"])
    const stale = await client.deleteVCard({ vCard })
    expect(stale.status).toBe(412)
  })

  test("synchronizes by token, and learns that a token is not valid", async () => {
    const { books, headers } = await signedIn()
    const url = books[0]?.url ?? ""
    const props = { "d:getetag": {} }
    const first = await syncCollection({ url, props, syncLevel: 1, syncToken: String(books[0]?.syncToken), headers })
    const token = String(first[0]?.raw?.multistatus?.syncToken)
    await phone.ask("PUT", "a.vcf", { body: contact("a", "A") })
    await phone.ask("PUT", "b.vcf", { body: contact("b", "B") })
    await phone.ask("DELETE", "b.vcf")
    const next = await syncCollection({ url, props, syncLevel: 1, syncToken: token, headers })
    expect(next.map(({ href, status }) => [href, status])).toEqual([
      [`${phone.people}a.vcf`, 207],
      [`${phone.people}b.vcf`, 404],
    ])
    const objectUrls = [`${phone.people}a.vcf`]
    const got = await addressBookMultiGet({
      url,
      props: { ...props, "card:address-data": {} },
      objectUrls,
      depth: "1",
      headers,
    })
    expect(JSON.stringify(got)).toContain("FN:A")
    const wrong = await syncCollection({ url, props, syncLevel: 1, syncToken: `${token}9`, headers })
    expect(wrong[0]).toMatchObject({ status: 403, ok: false })
  })
})
