// The table of the API as an OpenAPI 3.1 document.
import * as z from "zod/mini"
import { SUBJECTS } from "./api.ts"
import { type CallerKind, type Endpoint, parametersIn, partsOf, type Schema } from "./endpoint.ts"
import { functionRefusal, refusal } from "./errors.ts"

type Json = Record<string, unknown>

export const CALLER_TEXT: Record<CallerKind, string> = {
  anyone: "Anyone.",
  operator: "The operator, with METRICS_TOKEN as bearer token.",
  "before-factor": "Signed in by password; the second factor may still be missing.",
  session: "Signed in, even if the account is deactivated.",
  user: "Signed in with an active account.",
  moderator: "Moderators and administrators.",
  admin: "Administrators.",
  "admin-with-proof":
    "Administrators, with the password or the second factor given within the last five minutes (`reauthentication_needed` otherwise).",
}

const securityOf = (caller: CallerKind): Json[] =>
  caller === "anyone" ? [] : [caller === "operator" ? { metricsToken: [] } : { session: [] }]

/** @param origin of the server, such as https://cards.example.com */
export function openApiDocument({ version, origin }: { version: string; origin: string }) {
  const shared: Json = {}
  const paths: Record<string, Json> = {}
  for (const [tag, endpoints] of Object.entries<Record<string, Endpoint>>(SUBJECTS))
    for (const [key, endpoint] of Object.entries(endpoints)) {
      const { method, path } = partsOf(key)
      const operationId = key.toLowerCase().replace(/\W+/g, "_").replace(/_$/, "")
      paths[path] = {
        ...paths[path],
        [method.toLowerCase()]: { tags: [tag], operationId, ...operation(path, endpoint, shared) },
      }
    }
  const responses = { Refusal: refusalOf(refusal, shared), FunctionRefusal: refusalOf(functionRefusal, shared) }
  const session = { type: "http", scheme: "bearer", bearerFormat: "JWT", description: "The access token of a session." }
  const metricsToken = { type: "http", scheme: "bearer", description: "The setting METRICS_TOKEN." }
  return {
    openapi: "3.1.0",
    info: {
      title: "Meishi",
      version,
      description:
        "Sign-up, sign-in and sessions follow the Supabase Auth protocol at /auth/v1 and are not described here. One addition: from another device than the one that signed up, POST /auth/v1/verify also needs the account's password.",
    },
    servers: [{ url: origin }],
    tags: Object.keys(SUBJECTS).map((name) => ({ name })),
    paths,
    components: { schemas: shared, responses, securitySchemes: { session, metricsToken } },
  }
}

const IF_MATCH = {
  name: "If-Match",
  in: "header",
  description: "The version that the change started from, in quotes. Any other version is refused with 412.",
  schema: { type: "string" },
}

function operation(path: string, endpoint: Endpoint, shared: Json): Json {
  const { summary, caller, query, upload } = endpoint
  const json = endpoint.form ?? endpoint.body
  const refused = /^\/api\/(functions|rpc)\//.test(path) ? "FunctionRefusal" : "Refusal"
  const inPath = parametersIn(path).map((name) => ({ name, in: "path", required: true, schema: { type: "string" } }))
  const content = json
    ? { "application/json": { schema: jsonSchema(json, "input", shared) } }
    : endpoint.fields
      ? { "application/x-www-form-urlencoded": { schema: jsonSchema(endpoint.fields, "input", shared) } }
      : upload && Object.fromEntries(upload.map((type) => [type, {}]))
  return {
    summary,
    description: `Who may call: ${CALLER_TEXT[caller]}`,
    security: securityOf(caller),
    parameters: [...inPath, ...(query ? queryParameters(query, shared) : []), ...(endpoint.ifMatch ? [IF_MATCH] : [])],
    ...(content && { requestBody: { required: true, content } }),
    responses: { ...answers(endpoint, shared), default: { $ref: `#/components/responses/${refused}` } },
  }
}

function answers({ answer, file, status, also = {} }: Endpoint, shared: Json): Json {
  const others = Object.entries(also).map(([code, description]) => [code, { description }])
  const json = answer && { "application/json": { schema: jsonSchema(answer, "output", shared) } }
  const content = json ?? (file === undefined ? undefined : { [file]: {} })
  const done = content ? { [status ?? 200]: { description: "Done.", content } } : { 204: { description: "Done." } }
  return { ...done, ...Object.fromEntries(others) }
}

function queryParameters(query: Schema, shared: Json): Json[] {
  const { properties, required } = z
    .object({
      properties: z.record(z.string(), z.record(z.string(), z.unknown())),
      required: z.optional(z.array(z.string())),
    })
    .parse(jsonSchema(query, "input", shared))
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: "query",
    required: required?.includes(name) ?? false,
    ...(description !== undefined && { description }),
    schema,
  }))
}

const refusalOf = (schema: Schema, shared: Json): Json => ({
  description: "Refused. The status and `code` say why.",
  content: { "application/json": { schema: jsonSchema(schema, "output", shared) } },
})

/** Shapes with a name of their own are put into `shared`, once for all. */
function jsonSchema(schema: Schema, io: "input" | "output", shared: Json): Json {
  const {
    $schema: _,
    $defs = {},
    ...rest
  }: Json & { $defs?: Record<string, Json> } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override({ jsonSchema }) {
      // The format says it all; and an answer may get further fields one day.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern
      for (const bound of ["minimum", "maximum"] as const)
        if (Math.abs(jsonSchema[bound] ?? 0) === Number.MAX_SAFE_INTEGER) delete jsonSchema[bound]
      if (io === "output" && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    },
  })
  for (const [name, { id: __, ...named }] of Object.entries($defs)) shared[name] = relinked(named)
  return relinked(rest)
}

const relinked = (schema: Json): Json =>
  JSON.parse(JSON.stringify(schema).replaceAll("#/$defs/", "#/components/schemas/"))
