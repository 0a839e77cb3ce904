// The icon of every service that a link can belong to.
import IconBrandApple from "~icons/brand-apple"
import IconBrandBandcamp from "~icons/brand-bandcamp"
import IconBrandBehance from "~icons/brand-behance"
import IconBrandBluesky from "~icons/brand-bluesky"
import IconBrandCashapp from "~icons/brand-cashapp"
import IconBrandCodepen from "~icons/brand-codepen"
import IconBrandDiscord from "~icons/brand-discord"
import IconBrandDribbble from "~icons/brand-dribbble"
import IconBrandEtsy from "~icons/brand-etsy"
import IconBrandFacebook from "~icons/brand-facebook"
import IconBrandFlickr from "~icons/brand-flickr"
import IconBrandGithub from "~icons/brand-github"
import IconBrandGitlab from "~icons/brand-gitlab"
import IconBrandGoogleMaps from "~icons/brand-google-maps"
import IconBrandInstagram from "~icons/brand-instagram"
import IconBrandLastfm from "~icons/brand-lastfm"
import IconBrandLine from "~icons/brand-line"
import IconBrandLinkedin from "~icons/brand-linkedin"
import IconBrandMastodon from "~icons/brand-mastodon"
import IconBrandMatrix from "~icons/brand-matrix"
import IconBrandMedium from "~icons/brand-medium"
import IconBrandPatreon from "~icons/brand-patreon"
import IconBrandPaypal from "~icons/brand-paypal"
import IconBrandPinterest from "~icons/brand-pinterest"
import IconBrandReddit from "~icons/brand-reddit"
import IconBrandSignal from "~icons/brand-signal"
import IconBrandSnapchat from "~icons/brand-snapchat"
import IconBrandSoundcloud from "~icons/brand-soundcloud"
import IconBrandSpotify from "~icons/brand-spotify"
import IconBrandStackoverflow from "~icons/brand-stackoverflow"
import IconBrandSteam from "~icons/brand-steam"
import IconBrandStrava from "~icons/brand-strava"
import IconBrandTelegram from "~icons/brand-telegram"
import IconBrandThreads from "~icons/brand-threads"
import IconBrandTiktok from "~icons/brand-tiktok"
import IconBrandTumblr from "~icons/brand-tumblr"
import IconBrandTwitch from "~icons/brand-twitch"
import IconBrandUnsplash from "~icons/brand-unsplash"
import IconBrandVimeo from "~icons/brand-vimeo"
import IconBrandVk from "~icons/brand-vk"
import IconBrandWeibo from "~icons/brand-weibo"
import IconBrandWhatsapp from "~icons/brand-whatsapp"
import IconBrandX from "~icons/brand-x"
import IconBrandXing from "~icons/brand-xing"
import IconBrandYoutube from "~icons/brand-youtube"
import IconBrandZoom from "~icons/brand-zoom"
import IconCalendarEvent from "~icons/calendar-event"
import IconCoffee from "~icons/coffee"
import IconId from "~icons/id"
import IconNews from "~icons/news"
import type { ServiceKey } from "../../../domain/profile/services.ts"

export const SERVICE_ICON = {
  instagram: IconBrandInstagram,
  facebook: IconBrandFacebook,
  tiktok: IconBrandTiktok,
  x: IconBrandX,
  bluesky: IconBrandBluesky,
  pinterest: IconBrandPinterest,
  linkedin: IconBrandLinkedin,
  youtube: IconBrandYoutube,
  threads: IconBrandThreads,
  mastodon: IconBrandMastodon,
  whatsapp: IconBrandWhatsapp,
  telegram: IconBrandTelegram,
  signal: IconBrandSignal,
  line: IconBrandLine,
  snapchat: IconBrandSnapchat,
  discord: IconBrandDiscord,
  matrix: IconBrandMatrix,
  reddit: IconBrandReddit,
  twitch: IconBrandTwitch,
  tumblr: IconBrandTumblr,
  vk: IconBrandVk,
  weibo: IconBrandWeibo,
  xing: IconBrandXing,
  github: IconBrandGithub,
  gitlab: IconBrandGitlab,
  codepen: IconBrandCodepen,
  stackoverflow: IconBrandStackoverflow,
  orcid: IconId,
  dribbble: IconBrandDribbble,
  behance: IconBrandBehance,
  unsplash: IconBrandUnsplash,
  flickr: IconBrandFlickr,
  vimeo: IconBrandVimeo,
  medium: IconBrandMedium,
  substack: IconNews,
  spotify: IconBrandSpotify,
  apple_music: IconBrandApple,
  soundcloud: IconBrandSoundcloud,
  bandcamp: IconBrandBandcamp,
  lastfm: IconBrandLastfm,
  calendly: IconCalendarEvent,
  cal_com: IconCalendarEvent,
  zoom: IconBrandZoom,
  google_maps: IconBrandGoogleMaps,
  patreon: IconBrandPatreon,
  ko_fi: IconCoffee,
  buy_me_a_coffee: IconCoffee,
  paypal: IconBrandPaypal,
  cash_app: IconBrandCashapp,
  etsy: IconBrandEtsy,
  strava: IconBrandStrava,
  steam: IconBrandSteam,
} as const satisfies Record<ServiceKey, unknown>
