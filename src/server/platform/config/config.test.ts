import { describe, expect, test } from "vitest"
import { ConfigError, readConfig, settingRows, shownSettings } from "./config.ts"

const mistakes = (env: Record<string, string>): string => {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return ""
}

describe("the configuration", () => {
  test("needs no setting", () => {
    const config = readConfig({})
    expect(config).toMatchObject({
      PORT: 3000,
      HOST: "127.0.0.1",
      SITE_NAME: "Meishi",
      DATABASE_URL: null,
      SMTP_URL: null,
    })
    expect(config.PUBLIC_ORIGIN).toBe("http://localhost:3000")
    expect(config.DATA_DIR).toBe(`${process.cwd()}/data`)
    expect(config.MAIL_FROM).toBe("Meishi <no-reply@localhost>")
    expect(config.SUPPORT_EMAIL).toBe("support@localhost")
  })

  test("treats an empty setting as absent", () => {
    expect(readConfig({ PORT: "", HOST: " ", SITE_NAME: "", SMTP_URL: "" })).toMatchObject({
      PORT: 3000,
      HOST: "127.0.0.1",
      SITE_NAME: "Meishi",
      SMTP_URL: null,
    })
  })

  test("drops a slash after an origin", () => {
    expect(readConfig({ PUBLIC_ORIGIN: "https://cards.example.com/" }).PUBLIC_ORIGIN).toBe("https://cards.example.com")
  })

  test.each([
    ["PORT", "x", "PORT must be a port number from 0 to 65535."],
    ["PORT", "70000", "PORT must be a port number from 0 to 65535."],
    [
      "PUBLIC_ORIGIN",
      "cards.example.com",
      "PUBLIC_ORIGIN must be an address such as https://cards.example.com, without a path.",
    ],
    [
      "PUBLIC_ORIGIN",
      "https://example.com/a",
      "PUBLIC_ORIGIN must be an address such as https://cards.example.com, without a path.",
    ],
    ...["https://ana:pw@example.com", "https://example.com/?a", "https://example.com?", "https://example.com#f"].map(
      (value): [string, string, string] => [
        "PUBLIC_ORIGIN",
        value,
        "PUBLIC_ORIGIN must be an address such as https://cards.example.com, without a path.",
      ],
    ),
    ["SITE_NAME", "Cards\nBcc: x@example.com", "SITE_NAME must be one line of text."],
    ["SITE_NAME", "Cards\u2028and more", "SITE_NAME must be one line of text."],
    [
      "MAIL_FROM",
      "Cards\u0007 <cards@example.com>",
      "MAIL_FROM must be an email address, or look like Meishi <cards@example.com>.",
    ],
    ["DATABASE_URL", "mysql://x", "DATABASE_URL must look like postgres://user:password@host/database."],
    [
      "DATABASE_REPLICA_URLS",
      "postgres://a/x, b",
      "DATABASE_REPLICA_URLS must look like postgres://user:password@host/database.",
    ],
    ["DATABASE_REPLICA_URLS", "postgres://a/x,postgres://a/x", "DATABASE_REPLICA_URLS must name each address once."],
    [
      "DATABASE_REPLICA_URLS",
      "postgres://a/x",
      "DATABASE_REPLICA_URLS needs DATABASE_URL, the server that the replicas follow.",
    ],
    ["METRICS_TOKEN", "short", "METRICS_TOKEN must have at least 32 characters (try: openssl rand -hex 32)."],
    ["WORKERS", "0", "WORKERS must be a whole number from 1 to 64."],
    ["STOP_DELAY_S", "1.5", "STOP_DELAY_S must be a whole number from 0 to 300."],
    ["STOP_DELAY_S", "301", "STOP_DELAY_S must be a whole number from 0 to 300."],
    ["SMTP_URL", "mail.example.com", "SMTP_URL must look like smtp://user:password@host:587."],
    ["MAIL_FROM", "nobody", "MAIL_FROM must be an email address, or look like Meishi <cards@example.com>."],
    ["ADMIN_EMAIL", "me", "ADMIN_EMAIL must be an email address."],
    ["SUPPORT_EMAIL", "a b@c", "SUPPORT_EMAIL must be an email address."],
    ["SECRET", "short", "SECRET must have at least 32 characters (try: openssl rand -hex 32)."],
    [
      "TRUSTED_PROXIES",
      "proxy.local",
      "TRUSTED_PROXIES must list addresses or networks such as 127.0.0.1, 10.0.0.0/8.",
    ],
  ])("explains what is wrong with %s=%s", (name, value, sentence) => {
    expect(mistakes({ [name]: value })).toBe(sentence)
  })

  test("names all mistakes at once, a sentence each", () => {
    expect(mistakes({ PORT: "x", SECRET: "y" }).split("\n")).toHaveLength(2)
  })

  test("refuses several processes on the embedded database, which serves one", () => {
    expect(mistakes({ WORKERS: "2" })).toBe(
      "WORKERS above 1 needs DATABASE_URL: the embedded database serves one process.",
    )
    expect(readConfig({ WORKERS: "2", DATABASE_URL: "postgres://localhost/x", SECRET: "x".repeat(32) }).WORKERS).toBe(2)
  })

  test("requires a secret with a database server", () => {
    expect(mistakes({ DATABASE_URL: "postgres://localhost/meishi" })).toContain("SECRET is needed with DATABASE_URL")
  })

  test("takes several replicas, with spaces between them and none", () => {
    const env = { DATABASE_URL: "postgres://localhost/x", SECRET: "x".repeat(32) }
    expect(readConfig(env).DATABASE_REPLICA_URLS).toEqual([])
    const two = ["postgres://a/x", "postgres://b:5433/x"]
    expect(readConfig({ ...env, DATABASE_REPLICA_URLS: ` ${two.join(" , ")},` }).DATABASE_REPLICA_URLS).toEqual(two)
  })

  test("explains every setting", () => {
    for (const [name, example, doc] of settingRows())
      expect([name, example.length > 0, doc.length > 10]).toEqual([name, true, true])
  })
})

describe("the token for a CDN", () => {
  const cdn = { CDN_PURGE_URL: "https://cdn.example.com/purge", CDN_CACHE_S: "60" }

  test.each(["abc.DEF-123_~+/=", "two words", "grün"])("may be %j, which a header can hold", (token) => {
    expect(readConfig({ ...cdn, CDN_PURGE_TOKEN: token }).CDN_PURGE_TOKEN).toBe(token)
    expect(new Headers({ Authorization: `Bearer ${token}` }).get("authorization")).toBe(`Bearer ${token}`)
  })

  test.each(["line\nbreak", "€uro", "a\u0001b"])("cannot be %j, which a header cannot hold", (token) => {
    expect(mistakes({ ...cdn, CDN_PURGE_TOKEN: token })).toBe(
      "CDN_PURGE_TOKEN must be one line, of characters that a header can hold (ISO 8859-1).",
    )
  })
})

describe("a bucket", () => {
  const bucket = {
    S3_ENDPOINT: "https://s3.example.com",
    S3_BUCKET: "cards",
    S3_REGION: "eu-1",
    S3_ACCESS_KEY_ID: "key",
    S3_SECRET_ACCESS_KEY: "secret",
  }

  test("needs all of its settings or none", () => {
    expect(readConfig(bucket)).toMatchObject({ ...bucket, S3_PATH_STYLE: null })
    for (const name of Object.keys(bucket).slice(1))
      expect(mistakes({ ...bucket, [name]: "" })).toBe(
        "S3_ENDPOINT also needs S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.",
      )
    expect(mistakes({ ...bucket, S3_ENDPOINT: "" })).toBe(
      "S3_BUCKET needs S3_ENDPOINT, the address of the service: without it, pictures would be kept in DATA_DIR.",
    )
  })

  test("is in the path or in the host name", () => {
    expect(readConfig({ ...bucket, S3_PATH_STYLE: "false" }).S3_PATH_STYLE).toBe(false)
    expect(mistakes({ ...bucket, S3_PATH_STYLE: "yes" })).toBe("S3_PATH_STYLE must be true or false.")
    expect(mistakes({ ...bucket, S3_ENDPOINT: "s3.example.com" })).toContain("S3_ENDPOINT must look like https://")
  })
})

describe("the policy for accounts", () => {
  const COMPANY_LOGIN = JSON.stringify({
    id: "company",
    name: "Example Inc",
    issuer: "https://id.example.com",
    client_id: "meishi",
  })

  test("offers every way in that there is, and asks a company again after twelve hours", () => {
    expect(readConfig({}).SIGN_IN).toEqual(["password", "passkey"])
    const config = readConfig({ COMPANY_LOGIN })
    expect(config.SIGN_IN).toEqual(["password", "passkey", "company"])
    expect(config.COMPANY_LOGIN).toMatchObject([{ session_hours: 12 }])
    expect(readConfig({}).SECOND_FACTOR).toBe("administrators")
  })

  test("offers no others than those it names, in one order", () => {
    expect(readConfig({ SIGN_IN: " Passkey,password,, " }).SIGN_IN).toEqual(["password", "passkey"])
    const off = readConfig({ COMPANY_LOGIN, SIGN_IN: "passkey" })
    expect([off.SIGN_IN, off.COMPANY_LOGIN]).toEqual([["passkey"], []])
    expect(readConfig({ SIGN_UP_DOMAINS: "Example.com, example.org" }).SIGN_UP_DOMAINS).toEqual([
      "example.com",
      "example.org",
    ])
  })

  test("names all of its mistakes at once", () => {
    const env = { SIGN_IN: "sms", SIGN_UP: "maybe", SIGN_UP_DOMAINS: "@example.com", SECOND_FACTOR: "users" }
    expect(
      mistakes({ ...env, COMPANY_LOGIN: COMPANY_LOGIN.replace("}", ', "session_hours": 0}') }).split("\n"),
    ).toEqual([
      "SIGN_UP must be one of open, invite, closed.",
      "SIGN_UP_DOMAINS must list domains such as example.com, not @example.com.",
      "SIGN_IN must list one or more of password, passkey, company.",
      "SECOND_FACTOR must be one of administrators, moderators, everyone, optional.",
      "COMPANY_LOGIN is wrong at 0.session_hours: must be at least 1.",
    ])
    expect(mistakes({ SIGN_IN: "company" })).toBe("SIGN_IN names company, which needs COMPANY_LOGIN.")
    expect(mistakes({ SIGN_IN: "," })).toBe("SIGN_IN must list one or more of password, passkey, company.")
    expect(mistakes({ SIGN_UP_DOMAINS: " , " })).toBe(
      "SIGN_UP_DOMAINS must list one or more domains such as example.com.",
    )
  })

  test.each([
    [{ domain: ["example.com"] }, "is wrong at 0: has unknown keys: domain."],
    [{ roles: { claim: "groups", admins: ["x"] } }, "is wrong at 0.roles: has unknown keys: admins."],
    [{ domains: "example.com" }, "is wrong at 0.domains: is missing, or not of type array."],
    [{ client_id: undefined }, "is wrong at 0.client_id: is missing, or not of type string."],
    [{ name: "x".repeat(61) }, "is wrong at 0.name: must be one line of text, at most 60 characters."],
    [{ name: " " }, "is wrong at 0.name: must be one line of text, at most 60 characters."],
    [{ profile: { update: "never" } }, "is wrong at 0.profile.update: must be one of once, always."],
    [{ issuer: "http://id.example.com" }, "is wrong at 0.issuer: must be an https address."],
    [
      { issuer: "https://id.example.com/.well-known/openid-configuration" },
      "is wrong at 0.issuer: must be the issuer itself, without /.well-known/ and what follows.",
    ],
    [{ trust_email: true }, "has trust_email for company but no domains: set domains."],
    [{ roles: { claim: "groups" } }, "assigns no groups in roles for company: set admin or moderator."],
  ])("says what is wrong with a company login: %j", (more, mistake) => {
    expect(mistakes({ COMPANY_LOGIN: JSON.stringify({ ...JSON.parse(COMPANY_LOGIN), ...more }) })).toBe(
      `COMPANY_LOGIN ${mistake}`,
    )
  })

  test("refuses two company logins that are one, slash or not, and shows administrators whom it trusts", () => {
    const login = { ...JSON.parse(COMPANY_LOGIN), domains: ["example.com"], trust_email: true }
    const twice = [login, { ...login, id: "again", domains: [], trust_email: false, issuer: `${login.issuer}/` }]
    expect(mistakes({ COMPANY_LOGIN: JSON.stringify(twice) })).toBe(
      "COMPANY_LOGIN lists the issuer https://id.example.com more than once.",
    )
    const shown = shownSettings(readConfig({ COMPANY_LOGIN: JSON.stringify(login) }))
    expect(shown.find(({ name }) => name === "COMPANY_LOGIN")?.value).toContain(
      "the only way in for example.com; unconfirmed addresses there are trusted",
    )
  })

  test("takes the former name of SECOND_FACTOR, says so, and prefers the new one", () => {
    const rule = (env: Record<string, string>) => readConfig(env).SECOND_FACTOR
    expect(rule({ ADMIN_SECOND_FACTOR: "optional" })).toBe("optional")
    expect(rule({ ADMIN_SECOND_FACTOR: "required" })).toBe("administrators")
    expect(rule({ ADMIN_SECOND_FACTOR: "optional", SECOND_FACTOR: "everyone" })).toBe("everyone")
    expect(mistakes({ ADMIN_SECOND_FACTOR: "sometimes" })).toBe(
      "SECOND_FACTOR must be one of administrators, moderators, everyone, optional.\nADMIN_SECOND_FACTOR is now called SECOND_FACTOR.",
    )
  })
})
