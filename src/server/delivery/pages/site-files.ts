// Small files at fixed addresses that browsers and crawlers look for and that name the site.
import { OWN_CARD_PATH } from "../../../domain/paths.ts"
import { DAY_MS } from "../../../domain/time.ts"
import type { Config } from "../../platform/config/config.ts"
import { type BuiltFile, builtFile } from "./built-files.ts"

/** Pages that need a session or redirect. */
const PRIVATE = ["/admin", "/api/", "/auth/", "/card/", "/edit-profile", "/insights", "/settings"]
/** RFC 9116 wants less than a year. */
const SECURITY_TXT_DAYS = 180

type Site = Pick<Config, "PUBLIC_ORIGIN" | "SITE_NAME" | "SUPPORT_EMAIL">

const robots = ({ PUBLIC_ORIGIN }: Site): string =>
  [
    "User-agent: *",
    ...PRIVATE.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${PUBLIC_ORIGIN}/sitemap.xml`,
    "",
  ].join("\n")

const icon = (src: string, sizes: string, type: string, purpose?: string) => ({ src, sizes, type, purpose })

const manifest = ({ SITE_NAME }: Site): string =>
  JSON.stringify({
    id: "/",
    name: SITE_NAME,
    description: "Your digital business card.",
    lang: "en",
    start_url: OWN_CARD_PATH,
    scope: "/",
    display: "standalone",
    background_color: "#faf8f4",
    theme_color: "#faf8f4",
    icons: [
      icon("/favicon.svg", "any", "image/svg+xml"),
      icon("/icon-192.png", "192x192", "image/png"),
      icon("/icon-512.png", "512x512", "image/png"),
      icon("/icon-maskable-512.png", "512x512", "image/png", "maskable"),
    ],
    shortcuts: [
      { name: "Show my card", url: OWN_CARD_PATH },
      { name: "Edit Profile", url: "/edit-profile" },
    ],
  })

/** Where to report a vulnerability (RFC 9116). The same text for a whole day, so that it can be cached. */
function securityText({ PUBLIC_ORIGIN, SUPPORT_EMAIL }: Site, now: Date): string {
  const today = Math.floor(now.getTime() / DAY_MS)
  const expires = new Date((today + SECURITY_TXT_DAYS) * DAY_MS).toISOString().replace(".000", "")
  return [
    `Contact: mailto:${encodeURI(SUPPORT_EMAIL)}`,
    `Expires: ${expires}`,
    "Preferred-Languages: en",
    `Canonical: ${PUBLIC_ORIGIN}/.well-known/security.txt`,
    "",
  ].join("\n")
}

const TEXTS: Record<string, (site: Site, now: Date) => string> = {
  "/robots.txt": robots,
  "/manifest.webmanifest": manifest,
  "/.well-known/security.txt": securityText,
}

/** By path: the text and its file, one each, however long the server runs. */
const made = new Map<string, { text: string; file: Promise<BuiltFile> }>()

export function siteFile(path: string, site: Site, now: Date): Promise<BuiltFile> | undefined {
  const text = Object.hasOwn(TEXTS, path) ? TEXTS[path]?.(site, now) : undefined
  if (text === undefined) return undefined
  const known = made.get(path)
  if (known?.text === text) return known.file
  const file = builtFile(path, Buffer.from(text))
  made.set(path, { text, file })
  return file
}
