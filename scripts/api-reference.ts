// Keeps docs/api.md equal to the table of the API (src/api): compares, or writes with --write.
import { readFileSync, writeFileSync } from "node:fs"
import { SUBJECTS } from "../src/api/api.ts"
import { type Endpoint, partsOf } from "../src/api/endpoint.ts"
import { CALLER_TEXT, openApiDocument } from "../src/api/openapi.ts"

const PAGE = "docs/api.md"

interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  format?: string
  description?: string
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  propertyNames?: Schema
}
interface Content {
  content?: Record<string, { schema?: Schema }>
}
interface Operation {
  parameters: { name: string; in: string; required: boolean; schema: Schema; description?: string }[]
  requestBody?: Content
  responses: Record<string, Content & { description?: string }>
}

/** A JSON schema as a TypeScript type. */
function typeOf(schema: Schema, indent = ""): string {
  const { $ref, enum: values, anyOf, items, properties, additionalProperties } = schema
  if ($ref !== undefined) return $ref.split("/").at(-1) ?? ""
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(" | ")
  if (anyOf !== undefined) return anyOf.map((each) => typeOf(each, indent)).join(" | ")
  if (items !== undefined) {
    const item = typeOf(items, indent)
    return item.includes(" | ") && !item.startsWith("{") ? `(${item})[]` : `${item}[]`
  }
  if (properties !== undefined) return objectOf(schema, indent)
  if (typeof additionalProperties === "object" && schema.type === "object")
    return `Record<string, ${typeOf(additionalProperties, indent)}>`
  if (schema.type === undefined) return "unknown"
  return [schema.type].flat().join(" | ").replace("integer", "number")
}

function objectOf({ properties = {}, required = [] }: Schema, indent: string): string {
  const inner = `${indent}  `
  const lines = Object.entries(properties).map(([name, field]) => {
    const note =
      field.description ??
      (JSON.stringify(field).includes('"date-time"') && !field.properties && !field.items ? "ISO 8601" : "")
    const mark = required.includes(name) ? "" : "?"
    return `${inner}${name}${mark}: ${typeOf(field, inner)}${note === "" ? "" : ` // ${note}`}`
  })
  return `{\n${lines.join("\n")}\n${indent}}`
}

const block = (text: string): string => `\`\`\`ts\n${text}\n\`\`\``

function contentOf(title: string, { content = {} }: Content): string[] {
  return Object.entries(content)
    .slice(0, 1)
    .flatMap(([type, { schema }]) =>
      schema === undefined
        ? [
            `${title}: a file (${Object.keys(content)
              .map((each) => `\`${each}\``)
              .join(", ")}).`,
          ]
        : type === "application/json"
          ? [`${title}:`, block(typeOf(schema))]
          : [],
    )
}

function section(key: string, { summary, caller }: Endpoint, operation: Operation): string[] {
  const query = operation.parameters.filter((each) => each.in === "query")
  const answers = Object.entries(operation.responses).filter(([status]) => status !== "default")
  return [
    `### ${key}`,
    `${summary} *${CALLER_TEXT[caller]}*`,
    ...query.map(
      ({ name, schema, description }) =>
        `- \`?${name}=\` ${typeOf(schema)}${description === undefined ? "" : `: ${description}`}`,
    ),
    ...contentOf("Body", operation.requestBody ?? {}),
    ...answers.flatMap(([status, answer]) =>
      answer.content === undefined
        ? [`Answer ${status}: ${status === "204" ? "nothing." : answer.description}`]
        : contentOf(`Answer ${status}`, answer),
    ),
  ]
}

const { paths, components } = openApiDocument({ version: "", origin: "" })
const operations = paths as Record<string, Record<string, unknown>>
const subjects = Object.entries<Record<string, Endpoint>>(SUBJECTS).flatMap(([subject, endpoints]) => [
  `## ${subject}`,
  ...Object.entries(endpoints).flatMap(([key, endpoint]) => {
    const { method, path } = partsOf(key)
    return section(key, endpoint, operations[path]?.[method.toLowerCase()] as Operation)
  }),
])
const shapes = Object.entries(components.schemas as Record<string, Schema>).flatMap(([name, schema]) => [
  `### ${name}`,
  block(typeOf(schema)),
])
const refusals = Object.entries(components.responses).flatMap(([name, response]) => [
  `### ${name}`,
  ...contentOf("Any other status", response as Content),
])

const page = [
  "# API",
  "Generated from `src/api` by `scripts/api-reference.ts`. A running server gives the same as OpenAPI 3.1 at `/api/openapi.json`.",
  "Sign-up, sign-in and sessions follow the Supabase Auth protocol at `/auth/v1` and are not described here. One addition: from another device than the one that signed up, `POST /auth/v1/verify` also needs the account's `password`. Send the access token of a session as `Authorization: Bearer …` and bodies as `application/json`.",
  ...subjects,
  "## Shared shapes",
  ...shapes,
  "## Refusals",
  "Functions and RPCs (`/api/functions`, `/api/rpc`) answer with a FunctionRefusal, all other endpoints with a Refusal. Status 429 and 503 come with `Retry-After` in seconds.",
  ...refusals,
]
const text = `${page.join("\n\n").replaceAll("\n\n- `?", "\n- `?")}\n`

if (process.argv.includes("--write")) writeFileSync(PAGE, text)
else if (readFileSync(PAGE, "utf8") !== text) {
  process.stderr.write(`${PAGE} is stale; run node_modules/.bin/node scripts/api-reference.ts --write\n`)
  process.exit(1)
}
