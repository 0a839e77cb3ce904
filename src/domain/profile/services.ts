// The services that a link can belong to: how each one is named, on which hosts it lives, and the address that a handle stands for.
import { digitsOf, isNorthAmerican, isTooLong } from "../contact/phone.ts"
import { plainPhone } from "../contact/typed-phone.ts"
import { PHONE_DIGITS } from "../limits.ts"
import { httpUrl, parsedUrl } from "./links.ts"
import { isLink, withScheme } from "./typed-links.ts"

interface Service {
  label: string
  /** Without "www."; subdomains belong to the service too. With a first folder where the host has other services. */
  hosts: string[]
  /** The profile's address, with `{}` where the handle goes. Without one, only an address is accepted. */
  address?: string
  /** What a handle looks like, without a leading "@"; `HANDLE` by default. */
  handle?: RegExp
  /** An example for the form. */
  example?: string
}

const HANDLE = /^[\p{L}\p{N}_.-]{1,64}$/u
const SUBDOMAIN = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i
const PHONE = /^\+?[1-9]\d{5,14}$/

const SERVICE_LIST = {
  instagram: { label: "Instagram", hosts: ["instagram.com"], address: "https://www.instagram.com/{}" },
  facebook: { label: "Facebook", hosts: ["facebook.com", "fb.com", "fb.me"], address: "https://www.facebook.com/{}" },
  tiktok: { label: "TikTok", hosts: ["tiktok.com"], address: "https://www.tiktok.com/@{}" },
  x: { label: "X (formerly Twitter)", hosts: ["x.com", "twitter.com"], address: "https://x.com/{}" },
  bluesky: {
    label: "Bluesky",
    hosts: ["bsky.app"],
    address: "https://bsky.app/profile/{}",
    example: "sasha.bsky.social",
  },
  pinterest: { label: "Pinterest", hosts: ["pinterest.com", "pin.it"], address: "https://www.pinterest.com/{}" },
  linkedin: { label: "LinkedIn", hosts: ["linkedin.com", "lnkd.in"], address: "https://www.linkedin.com/in/{}" },
  youtube: { label: "YouTube", hosts: ["youtube.com", "youtu.be"], address: "https://www.youtube.com/@{}" },
  threads: { label: "Threads", hosts: ["threads.com", "threads.net"], address: "https://www.threads.com/@{}" },
  mastodon: { label: "Mastodon", hosts: [], example: "@sasha@mastodon.social" },
  whatsapp: {
    label: "WhatsApp",
    hosts: ["wa.me", "whatsapp.com"],
    address: "https://wa.me/{}",
    handle: PHONE,
    example: "+49 170 1234567",
  },
  telegram: { label: "Telegram", hosts: ["t.me", "telegram.me"], address: "https://t.me/{}" },
  signal: {
    label: "Signal",
    hosts: ["signal.me", "signal.group"],
    address: "https://signal.me/#p/+{}",
    handle: PHONE,
    example: "+49 170 1234567",
  },
  line: { label: "LINE", hosts: ["line.me", "lin.ee"], address: "https://line.me/ti/p/~{}" },
  snapchat: { label: "Snapchat", hosts: ["snapchat.com"], address: "https://www.snapchat.com/add/{}" },
  discord: { label: "Discord", hosts: ["discord.gg", "discord.com"], address: "https://discord.gg/{}" },
  matrix: {
    label: "Matrix",
    hosts: ["matrix.to"],
    address: "https://matrix.to/#/@{}",
    handle: /^[a-z0-9._=/+-]{1,100}:[a-z0-9.-]{3,100}$/i,
    example: "@sasha:matrix.org",
  },
  reddit: { label: "Reddit", hosts: ["reddit.com"], address: "https://www.reddit.com/user/{}" },
  twitch: { label: "Twitch", hosts: ["twitch.tv"], address: "https://www.twitch.tv/{}" },
  tumblr: { label: "Tumblr", hosts: ["tumblr.com"], address: "https://{}.tumblr.com/", handle: SUBDOMAIN },
  vk: { label: "VK", hosts: ["vk.com"], address: "https://vk.com/{}" },
  weibo: { label: "Weibo", hosts: ["weibo.com"], address: "https://weibo.com/{}" },
  xing: { label: "XING", hosts: ["xing.com"], address: "https://www.xing.com/profile/{}" },
  github: { label: "GitHub", hosts: ["github.com"], address: "https://github.com/{}" },
  gitlab: { label: "GitLab", hosts: ["gitlab.com"], address: "https://gitlab.com/{}" },
  codepen: { label: "CodePen", hosts: ["codepen.io"], address: "https://codepen.io/{}" },
  stackoverflow: { label: "Stack Overflow", hosts: ["stackoverflow.com"] },
  orcid: {
    label: "ORCID",
    hosts: ["orcid.org"],
    address: "https://orcid.org/{}",
    handle: /^(?:\d{4}-){3}\d{3}[\dX]$/,
    example: "0000-0002-1825-0097",
  },
  dribbble: { label: "Dribbble", hosts: ["dribbble.com"], address: "https://dribbble.com/{}" },
  behance: { label: "Behance", hosts: ["behance.net"], address: "https://www.behance.net/{}" },
  unsplash: { label: "Unsplash", hosts: ["unsplash.com"], address: "https://unsplash.com/@{}" },
  flickr: { label: "Flickr", hosts: ["flickr.com"], address: "https://www.flickr.com/people/{}" },
  vimeo: { label: "Vimeo", hosts: ["vimeo.com"], address: "https://vimeo.com/{}" },
  medium: { label: "Medium", hosts: ["medium.com"], address: "https://medium.com/@{}" },
  substack: { label: "Substack", hosts: ["substack.com"], address: "https://{}.substack.com/", handle: SUBDOMAIN },
  spotify: { label: "Spotify", hosts: ["spotify.com"], address: "https://open.spotify.com/user/{}" },
  apple_music: { label: "Apple Music", hosts: ["music.apple.com"] },
  soundcloud: { label: "SoundCloud", hosts: ["soundcloud.com"], address: "https://soundcloud.com/{}" },
  bandcamp: { label: "Bandcamp", hosts: ["bandcamp.com"], address: "https://{}.bandcamp.com/", handle: SUBDOMAIN },
  lastfm: { label: "Last.fm", hosts: ["last.fm"], address: "https://www.last.fm/user/{}" },
  calendly: { label: "Calendly", hosts: ["calendly.com"], address: "https://calendly.com/{}" },
  cal_com: { label: "Cal.com", hosts: ["cal.com"], address: "https://cal.com/{}" },
  zoom: { label: "Zoom", hosts: ["zoom.us"] },
  google_maps: { label: "Google Maps", hosts: ["maps.app.goo.gl", "maps.google.com", "google.com/maps"] },
  patreon: { label: "Patreon", hosts: ["patreon.com"], address: "https://www.patreon.com/{}" },
  ko_fi: { label: "Ko-fi", hosts: ["ko-fi.com"], address: "https://ko-fi.com/{}" },
  buy_me_a_coffee: {
    label: "Buy Me a Coffee",
    hosts: ["buymeacoffee.com"],
    address: "https://buymeacoffee.com/{}",
  },
  paypal: { label: "PayPal", hosts: ["paypal.me", "paypal.com"], address: "https://paypal.me/{}" },
  cash_app: {
    label: "Cash App",
    hosts: ["cash.app"],
    address: "https://cash.app/%24{}",
    handle: /^[a-z][a-z0-9_-]{0,19}$/i,
  },
  etsy: { label: "Etsy", hosts: ["etsy.com"], address: "https://www.etsy.com/shop/{}" },
  strava: { label: "Strava", hosts: ["strava.com"], address: "https://www.strava.com/athletes/{}" },
  steam: { label: "Steam", hosts: ["steamcommunity.com"], address: "https://steamcommunity.com/id/{}" },
} satisfies Record<string, Service>

export type ServiceKey = keyof typeof SERVICE_LIST
export const SERVICES: Record<ServiceKey, Service> = SERVICE_LIST
export const SERVICE_KEYS = Object.keys(SERVICE_LIST) as [ServiceKey, ...ServiceKey[]]

const SERVICE_BY_HOST = new Map(SERVICE_KEYS.flatMap((key) => SERVICES[key].hosts.map((host) => [host, key] as const)))

/** Whether people may type their name there instead of an address. */
export const acceptsHandle = (key: ServiceKey): boolean => key === "mastodon" || SERVICES[key].address !== undefined

/** The service that an address belongs to, judged by its host; null when none is known. */
export function serviceOf(address: string): ServiceKey | null {
  const { hostname = "", pathname = "" } = parsedUrl(address) ?? {}
  const labels = hostname.split(".")
  const [, folder = ""] = pathname.split("/")
  for (let at = 0; at < labels.length - 1; at++) {
    const host = labels.slice(at).join(".")
    const key = SERVICE_BY_HOST.get(host) ?? SERVICE_BY_HOST.get(`${host}/${folder}`)
    if (key !== undefined) return key
  }
  // Mastodon has thousands of hosts, and one form of address that others share: only what its own hosts suggest is taken as one.
  return /^(?:mastodon|mstdn)\.|\.(?:masto|mastodon)\.host$/.test(labels.join(".")) ? "mastodon" : null
}

/**
 * What was typed for a service, as the address to store: an address of the service as it is, a handle ("@sasha", "sasha", a phone
 * number for WhatsApp and Signal) as the address of that profile. Null when it is neither.
 */
export function serviceAddress(key: ServiceKey, typed: string): string | null {
  const text = typed.trim()
  return (/^https?:\/\//i.test(text) ? null : handleAddress(key, text)) ?? ownAddress(key, withScheme(text))
}

function ownAddress(key: ServiceKey, address: string): string | null {
  const isOfService = key === "mastodon" || serviceOf(address) === key
  return isOfService && isLink(address) ? httpUrl(address) : null
}

function handleAddress(key: ServiceKey, typed: string): string | null {
  if (key === "mastodon") return mastodonAddress(typed)
  const { address, hosts, handle: looksLike = HANDLE } = SERVICES[key]
  const handle = looksLike === PHONE ? phoneHandle(typed) : typed.replace(/^[@$]/, "")
  if (address === undefined || !looksLike.test(handle) || /^\.+$/.test(handle) || hosts.includes(handle)) return null
  return httpUrl(address.replace("{}", () => encodedHandle(handle.replace(/^\+/, ""))))
}

/**
 * With its country code. Ten digits without one are of the +1 area only in its pattern: `65 8123 4567` is from Singapore. A 1 in front is a
 * country code only in front of a number of that area.
 */
function phoneHandle(typed: string): string {
  const plain = plainPhone(typed).trim()
  const digits = digitsOf(plain)
  if (/^\(\d{3}\) \d{3}-\d{4}$/.test(plain)) return isNorthAmerican(digits) ? `1${digits}` : ""
  const hasCountry = plain.startsWith("+") || (digits.length > PHONE_DIGITS && !isTooLong(plain))
  return hasCountry ? plain.replace(/[\s()./-]/g, "") : ""
}

const encodedHandle = (handle: string) => encodeURIComponent(handle).replace(/%3A/g, ":")

/** From "@user@host", the form in which Mastodon shows names. */
function mastodonAddress(handle: string): string | null {
  const parts = /^@?([\w.-]{1,64})@([a-z0-9.-]+\.[a-z]{2,})$/i.exec(handle)
  if (parts === null) return null
  const address = `https://${parts[2]}/@${parts[1]}`
  return isLink(address) ? httpUrl(address) : null
}
