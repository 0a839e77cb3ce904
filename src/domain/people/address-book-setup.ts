// What sets up the address book on a device without typing: a configuration profile for Apple's, a link for DAVx⁵ on Android.
import { escapedMarkup } from "../markup.ts"

export interface AddressBookAccount {
  /** ends in /dav/ */
  address: string
  /** the sign-in email */
  email: string
  /** the app password */
  secret: string
}

/**
 * A configuration profile with a CardDAV account (com.apple.carddav.account), for iPhone, iPad and Mac.
 * @param id of the app password: each device's profile is another one
 */
export function appleProfile({ address, email, secret }: AddressBookAccount, id: string): string {
  const { hostname, protocol, port } = new URL(address)
  const isSecure = protocol === "https:"
  const account = {
    PayloadType: "com.apple.carddav.account",
    PayloadVersion: 1,
    PayloadIdentifier: `meishi.${id}.carddav`,
    PayloadUUID: id,
    PayloadDisplayName: hostname,
    CardDAVAccountDescription: hostname,
    CardDAVHostName: hostname,
    CardDAVPort: Number(port) || (isSecure ? 443 : 80),
    CardDAVUseSSL: isSecure,
    CardDAVPrincipalURL: new URL(address).pathname,
    CardDAVUsername: email,
    CardDAVPassword: secret,
  }
  const profile = {
    PayloadType: "Configuration",
    PayloadVersion: 1,
    PayloadIdentifier: `meishi.${id}`,
    // Two payloads never share an identifier.
    PayloadUUID: id.replace(/^./, (first) => (first === "0" ? "1" : "0")),
    PayloadDisplayName: hostname,
    PayloadContent: [account],
  }
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    `<plist version="1.0">${written(profile)}</plist>`,
    "",
  ].join("\n")
}

type Value = string | number | boolean | Value[] | { [key: string]: Value }

function written(value: Value): string {
  if (typeof value === "string") return `<string>${escapedMarkup(value)}</string>`
  if (typeof value === "number") return `<integer>${value}</integer>`
  if (typeof value === "boolean") return value ? "<true/>" : "<false/>"
  if (Array.isArray(value)) return `<array>${value.map(written).join("")}</array>`
  const entries = Object.entries(value).map(([key, inner]) => `<key>${key}</key>${written(inner)}`)
  return `<dict>${entries.join("\n")}</dict>`
}

export const APPLE_PROFILE_TYPE = "application/x-apple-aspen-config"

/** Opens DAVx⁵ with everything filled in (https://manual.davx5.com/integration.html). */
export function davx5Link({ address, email, secret }: AddressBookAccount): string {
  const { host, pathname } = new URL(address)
  return `davx5://${encodeURIComponent(email)}:${encodeURIComponent(secret)}@${host}${pathname}`
}
