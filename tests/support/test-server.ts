// What a browser test knows of the server it visits, and the emails that server wrote to its data folder.
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import PostalMime, { type Email } from "postal-mime"

const MAIL_MS = 30_000

export interface TestServer {
  /** such as http://localhost:41234 */
  origin: string
  dataDir: string
  /** what it wrote to its output so far */
  output(): string
  /** The newest mail to this address, waiting for it; `skip` of them are passed over, newest last. */
  mailTo(address: string, skip?: number): Promise<Email>
  stop(): Promise<void>
}

/** Reads the files in which emails are kept without SMTP. */
export async function mailTo(dataDir: string, address: string, skip: number): Promise<Email> {
  const folder = join(dataDir, "mail")
  const deadline = Date.now() + MAIL_MS
  while (Date.now() < deadline) {
    const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml")).sort()
    const mails = await Promise.all(files.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))))
    const found = mails.filter((mail) => mail.to?.some((to) => to.address === address)).at(skip)
    if (found) return found
    await wait(100)
  }
  throw new Error(`No mail to ${address}`)
}

/** The first link in the text part that goes to this path of ours. */
export function linkIn(mail: Email, path: string): string {
  const link = mail.text?.match(/https?:\/\/\S+/g)?.find((url) => new URL(url).pathname === path)
  if (link === undefined) throw new Error(`No link to ${path} in: ${mail.text}`)
  return link
}
