// Messengers and social networks in a vCard: standards, Apple's and Android's ways to write them.
import { serviceAddress } from "../profile/services.ts"
import type { ContactDraft } from "./contact-draft.ts"
import type { Label } from "./labels.ts"
import { serviceNamed } from "./named-service.ts"
import type { Property } from "./vcard-lines.ts"
import { valueText } from "./vcard-values.ts"

/** Messengers without a page that a link could lead to. */
const MESSENGERS = new Map([
  ["aim", "AIM"],
  ["gadugadu", "Gadu-Gadu"],
  ["gtalk", "Google Talk"],
  ["googletalk", "Google Talk"],
  ["groupwise", "GroupWise"],
  ["hangouts", "Hangouts"],
  ["icq", "ICQ"],
  ["imaddress", "IM"],
  ["jabber", "XMPP"],
  ["kakaotalk", "KakaoTalk"],
  ["msimaddress", "IM"],
  ["msn", "MSN"],
  ["msnim", "MSN"],
  ["qq", "QQ"],
  ["sip", "SIP"],
  ["skype", "Skype"],
  ["skypeusername", "Skype"],
  ["threema", "Threema"],
  ["viber", "Viber"],
  ["wechat", "WeChat"],
  ["xmpp", "XMPP"],
  ["yahoo", "Yahoo"],
  ["ymsgr", "Yahoo"],
])
const messengerNamed = (name: string) => MESSENGERS.get(name.toLowerCase().replace(/[^a-z]/g, ""))

/** IMPP: "xmpp:sasha@example.com", or for Apple "x-apple:sasha" beside the name of the service. */
export function takeChat(draft: ContactDraft, property: Property, label: Label) {
  const address = valueText(property).trim()
  const [, scheme = "", rest = ""] = /^([a-z][a-z0-9+.-]*):(.*)$/is.exec(address) ?? []
  const service = property.params.get("X-SERVICE-TYPE") ?? property.params.get("SERVICE-TYPE") ?? scheme
  if (/^https?$/i.test(scheme)) takeAccount(draft, service, address, label)
  else takeAccount(draft, service, scheme === "" ? address : handleOf(rest), label)
}

/** "goim?screenname=sasha" and "//sasha?chat" both name sasha. */
function handleOf(rest: string): string {
  const [path = "", query = ""] = rest.replace(/^(?:\/\/|u\/)/, "").split("?")
  const named = /^(?:screenname|id|addfriend)=([^&]+)/i.exec(query)?.[1] ?? (/^sendim$/i.test(path) ? query : path)
  try {
    return decodeURIComponent(named)
  } catch {
    return named
  }
}

/** X-SOCIALPROFILE of Apple, SOCIALPROFILE of RFC 9554. */
export function takeSocialProfile(draft: ContactDraft, property: Property, label: Label) {
  const { params, types } = property
  const service =
    params.get("SERVICE-TYPE") ?? types.find((type) => !/^(?:pref|work|home|other)$/i.test(type)) ?? label.text
  const written = valueText(property)
    .trim()
    .replace(/^x-apple:/i, "")
  const handle = params.get("X-USER") ?? params.get("USERNAME") ?? params.get("X-USERID") ?? ""
  takeAccount(draft, service, /^https?:\/*$/i.test(written) || written === "" ? handle : written, label)
}

/** X-SKYPE, X-TWITTER and their like. @returns whether the name is one of a service */
export function takeNamedChat(draft: ContactDraft, property: Property, label: Label): boolean {
  const name = property.name.replace(/^X-(?:EVOLUTION-|KADDRESSBOOK-X-)?/, "")
  if (serviceNamed(name) === null && messengerNamed(name) === undefined) return false
  takeAccount(draft, name, valueText(property).trim(), label)
  return true
}

/** A link to the account where its service has pages, else its name as text. @param written a handle or an address */
export function takeAccount(draft: ContactDraft, service: string, written: string, label: Label) {
  const key = serviceNamed(service)
  const name = messengerNamed(service) ?? (service === service.toUpperCase() ? service.toLowerCase() : service)
  // Accounts are labeled Home or Work by default, which says less than the service's name.
  const hasOwnLabel = label.isCustom && label.text.toLowerCase() !== service.toLowerCase()
  const named = {
    ...label,
    text: hasOwnLabel ? label.text : name.charAt(0).toUpperCase() + name.slice(1),
    isCustom: true,
  }
  const isAddress = /^https?:\/\//i.test(written)
  if (key === null || (!isAddress && serviceAddress(key, written) === null))
    draft.item(isAddress || (key !== null && /^[a-z]+:/i.test(written)) ? "link" : "text", written, named)
  else draft.item("link", written, hasOwnLabel ? label : { ...label, text: "" }, key)
}
