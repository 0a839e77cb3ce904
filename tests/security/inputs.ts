// What clients never send by accident: bodies, headers and path segments.
export interface HostileBody {
  name: string
  body: string | Uint8Array<ArrayBuffer>
  type?: string
}

const JSON_TYPE = "application/json"
const deep = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth)
/** Every field that any route reads, each with this value. */
const everyField = (value: string) =>
  `{${[
    "user_id",
    "email",
    "phone",
    "password",
    "current_password",
    "data",
    "refresh_token",
    "token_hash",
    "type",
    "username",
    "full_name",
    "social_media",
    "profile_items",
    "field_visibility",
    "is_indexed",
    "look",
    "role",
    "card_id",
    "code",
    "factor_id",
    "factor_type",
    "challenge_id",
    "credential",
    "friendly_name",
    "id",
    "ids",
    "entries",
    "tags",
  ]
    .map((field) => `"${field}":${value}`)
    .join(",")}}`

export const BODIES: HostileBody[] = [
  { name: "nothing", body: "" },
  { name: "null", body: "null" },
  { name: "true", body: "true" },
  { name: "a number", body: "1e999" },
  { name: "text", body: '"text"' },
  { name: "an array", body: "[]" },
  { name: "an array of users", body: '[{"user_id":"x"}]' },
  { name: "an empty object", body: "{}" },
  { name: "half an object", body: '{"email":"a@example.com"' },
  { name: "two objects", body: "{}{}" },
  { name: "numbers everywhere", body: everyField("5") },
  { name: "huge numbers everywhere", body: everyField("1e400") },
  {
    name: "lengths that cannot be compared everywhere",
    body: everyField(`{"length":{"toString":1,"valueOf":1},"toString":1,"valueOf":1}`),
  },
  { name: "arrays everywhere", body: everyField("[1,2]") },
  { name: "objects everywhere", body: everyField('{"$gt":""}') },
  { name: "null everywhere", body: everyField("null") },
  { name: "empty text everywhere", body: everyField('""') },
  { name: "null bytes everywhere", body: everyField('"a\\u0000b"') },
  { name: "lone surrogates everywhere", body: everyField('"\\ud800"') },
  { name: "SQL everywhere", body: everyField(`"' or 1=1; drop table users;--"`) },
  { name: "long text everywhere", body: everyField(`"${"x".repeat(4500)}"`) },
  {
    name: "a polluted prototype",
    body: '{"__proto__":{"isAdmin":true,"user_id":"x"},"constructor":{"prototype":{"a":1}}}',
  },
  { name: "the same key twice", body: '{"user_id":"x","user_id":{"a":1}}' },
  { name: "deep arrays", body: deep("[", "]", 45_000) },
  { name: "deep objects", body: `${'{"a":'.repeat(12_000)}1${"}".repeat(12_000)}` },
  { name: "bytes that are no UTF-8", body: new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]) },
  { name: "a byte order mark", body: "\ufeff{}" },
  { name: "UTF-16", body: new Uint8Array(Buffer.from('{"email":"a"}', "utf16le")) },
  { name: "10 MB", body: `{"full_name":"${"A".repeat(10_000_000)}"}` },
  { name: "a form", body: "user_id=x&password=y", type: "application/x-www-form-urlencoded" },
  { name: "a multipart form", body: "--x\r\n\r\n--x--", type: "multipart/form-data; boundary=x" },
  { name: "text instead of JSON", body: "{}", type: "text/plain" },
  { name: "no content type", body: "{}", type: "" },
  { name: "a content type that is none", body: "{}", type: "application/json/x; q=\u00ff" },
  {
    name: "XML with an entity",
    body: '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>',
    type: "text/xml",
  },
  { name: "a picture that is none", body: "\u0089PNG\r\n\u001a\n", type: "image/png" },
  { name: "an SVG", body: "<svg onload='x()'/>", type: "image/svg+xml" },
].map((each) => ({ type: JSON_TYPE, ...each }))

export const HEADERS: [name: string, headers: Record<string, string>][] = [
  ["another origin", { origin: "https://evil.example" }],
  ["no origin at all", { origin: "null" }],
  ["an origin that is none", { origin: "javascript:alert(1)" }],
  ["from another site", { "sec-fetch-site": "cross-site" }],
  ["from a neighbour", { "sec-fetch-site": "same-site" }],
  ["a forged address", { "x-forwarded-for": "127.0.0.1, ::1, <script>, ".repeat(50) }],
  ["a forged host", { "x-forwarded-host": "evil.example", forwarded: "host=evil.example", host: "evil.example" }],
  ["another method", { "x-http-method-override": "DELETE" }],
  ["wild cookies", { cookie: `meishi-binding=${"x".repeat(5000)}; __proto__=1; a=%00; =; ;;;` }],
  [
    "wild conditions",
    { "if-none-match": `${'W/"x",'.repeat(3000)}*`, "if-modified-since": "never", range: "bytes=0-1,-5" },
  ],
  ["wild encodings", { "accept-encoding": `${"gzip;q=x,".repeat(2000)}*;q=-1`, accept: "\u00ff/*" }],
  ["a false length", { "content-length": "-1" }],
  ["a huge length", { "content-length": "99999999999999999999" }],
  ["a length that is none", { "content-length": "1e3" }],
  [
    "long headers",
    { "user-agent": "\u00e9".repeat(8000), referer: "x".repeat(8000), "x-request-id": "\t".repeat(100) },
  ],
  ["two ways to sign in", { authorization: "Basic OnB3, Bearer x", apikey: "service_role" }],
  ["a bearer without a token", { authorization: "Bearer " }],
  ["a bearer of spaces", { authorization: `Bearer ${" ".repeat(5000)}x` }],
]

/** In place of a parameter, or behind a path that takes any. */
export const SEGMENTS: string[] = [
  "x",
  "00000000-0000-0000-0000-000000000000",
  "%00",
  "%0d%0aSet-Cookie:a=b",
  "%2e%2e%2f%2e%2e%2fetc%2fpasswd",
  "..%5c..%5cx",
  "a%2Fb",
  "%252e%252e",
  "%",
  "%zz",
  "%c0%ae",
  "%ff%fe",
  "%ed%a0%80",
  "__proto__",
  "constructor",
  "toString",
  "%F0%9F%8C%B9",
  "'%20or%201=1--",
  "%25_%25",
  "profile.jpg%00.png",
  "a".repeat(10_000),
  "a/".repeat(500),
  "{}",
  "*",
]

export const NOBODY = "00000000-0000-4000-8000-000000000000"

/** Values for a field that takes something else. */
export const STRANGE: unknown[] = [
  ...["", " ", "\0", "a\0b", "\ud800", "\u202e", "\r\nBcc: x@example.com", "' or 1=1 --", "%' or '%' = '", "\\", "%00"],
  ...["__proto__", "constructor", "../../etc/passwd", "$(id)", "{{7*7}}", "<script>alert(1)</script>", "javascript:x"],
  ...[
    "//evil.example",
    "/\\evil.example",
    "00000000-0000-0000-0000-000000000000",
    "1e999",
    "-1",
    "NaN",
    "İ".repeat(300),
  ],
  ...["x".repeat(5_000), "👩‍👩‍👧‍👦".repeat(400), "9999-12-31T23:59:59.999Z", "0000-00-00", "2026-13-45T99:99:99Z"],
  ...["-271821-04-20T00:00:00.000Z", "+275760-09-13T00:00:00.000Z"].flatMap((moment) => [
    moment,
    `${moment}~${NOBODY}`,
  ]),
  ...[`9999999999999999_${NOBODY}`, `0_${NOBODY}`, "9".repeat(15), "9".repeat(400), "k3j9x0q7w2m5'"],
  ...[0, -1, 1.5, 2 ** 31, 2 ** 53, 1e308, true, false, null, [], {}, [[]], { $ne: null }, { length: 1e9 }, [null, 1]],
  // Neither can be compared nor made a text.
  { length: { toString: 1, valueOf: 1 } },
  { toString: 1, valueOf: 1, toJSON: 1 },
]
/** Fields that belong to someone else. */
export const NAMES = ["__proto__", "constructor", "id", "user_id", "roles", "role", "deleted_at", "is_hidden"]
