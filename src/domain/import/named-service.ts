// Services by the names that files and people give them, and which of their links is a person's own page.
import { NETWORKS, type Network } from "../profile/links.ts"
import { SERVICE_KEYS, SERVICES, type ServiceKey } from "../profile/services.ts"

const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "")

const BY_NAME = new Map<string, ServiceKey>([
  ...SERVICE_KEYS.flatMap((key): [string, ServiceKey][] => [
    [plain(key), key],
    [plain(SERVICES[key].label), key],
  ]),
  ["twitter", "x"],
  ["xtwitter", "x"],
  ["fb", "facebook"],
  ["insta", "instagram"],
  ["ig", "instagram"],
  ["yt", "youtube"],
  ["sinaweibo", "weibo"],
  ["vkontakte", "vk"],
  ["bsky", "bluesky"],
  ["tg", "telegram"],
  ["kofi", "ko_fi"],
  ["maps", "google_maps"],
])

/** "Twitter", "LINKEDIN_URL" and "x" are names of services. */
export const serviceNamed = (name: string): ServiceKey | null =>
  BY_NAME.get(plain(name)) ??
  BY_NAME.get(plain(name.replace(/[\s_-](?:url|link|profile|handles?|username|id)$/i, ""))) ??
  null

export const networkOf = (service: ServiceKey | ""): Network | null => {
  const name = service === "x" ? "twitter" : service
  return NETWORKS.find((network) => network === name) ?? null
}

/** First parts of the path of what people post, share or join. */
const NOT_A_PERSON =
  /^\/(?:watch|shorts|playlist|embed|live|p|reels?|tv|stories|events?|groups?|photos?|videos?|permalink\.php|story\.php|sharer?|hashtag|search|explore|pin|posts?|feed|pulse|jobs|intent|home|i|t)?(?:\/|$)/i

/** False for a post, a video, an event and the service's own start page. */
export function isPersonsPage(link: string): boolean {
  const { hostname, pathname } = new URL(link)
  const isShort = ["youtu.be", "pin.it", "lnkd.in", "vm.tiktok.com"].includes(hostname)
  return !isShort && !NOT_A_PERSON.test(pathname) && !/\/(?:status|video|posts?|feed|events)\//.test(pathname)
}

const OF_A_WEBSITE = new Set(
  "my our web website site page homepage home work url link internet webseite seite página pagina sitio".split(" "),
)
const OF_A_PROFILE = new Set(
  "profile me us on follow find official formerly handle username channel account kanal profil perfil".split(" "),
)

/** Whether a label only says that the link leads to a website, or to which service: then nothing is lost without it. */
export function isPlainLabel(label: string, link: string, service: ServiceKey | ""): boolean {
  const names =
    service === "" ? [] : [service, SERVICES[service].label, ...(service === "x" ? ["twitter"] : [])].map(plain)
  const isHandle = /^@?[\w.-]+$/.test(label) && link.toLowerCase().endsWith(label.toLowerCase().replace(/^@/, "/"))
  const isPlainWord = (word: string) =>
    word === "" || OF_A_WEBSITE.has(word) || (service !== "" && (names.includes(word) || OF_A_PROFILE.has(word)))
  return (
    (service !== "" && serviceNamed(label) === service) ||
    (service !== "" && isHandle) ||
    label
      .toLowerCase()
      .split(/[^\p{L}\p{N}]/u)
      .every(isPlainWord)
  )
}
