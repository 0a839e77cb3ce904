// Small files that browsers and robots look for at fixed addresses and that name the site.
import type { Config } from "../config.ts"
import { type BuiltFile, builtFile } from "./built-files.ts"

const ROBOTS = "User-agent: *\nDisallow: /admin\nDisallow: /card/\nDisallow: /settings\nDisallow: /edit-profile\n"

const manifest = (name: string) => ({
  name,
  short_name: name,
  start_url: "/",
  display: "minimal-ui",
  background_color: "#faf8f4",
  theme_color: "#faf8f4",
  icons: [{ src: "/favicon.svg", sizes: "any", type: "image/svg+xml" }],
})

const made = new Map<string, Promise<BuiltFile>>()

export function siteFile(path: string, { SITE_NAME }: Pick<Config, "SITE_NAME">): Promise<BuiltFile> | undefined {
  if (path !== "/robots.txt" && path !== "/manifest.webmanifest") return undefined
  const text = path === "/robots.txt" ? ROBOTS : JSON.stringify(manifest(SITE_NAME))
  let file = made.get(text)
  if (file === undefined) {
    file = builtFile(path, Buffer.from(text))
    made.set(text, file)
  }
  return file
}
