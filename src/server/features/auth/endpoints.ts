// Mounts endpoints of src/api: who may call, the query and the body are checked as the table says.
import { type Context, Hono } from "hono"
import { API, type Api, type EndpointKey } from "../../../api/api.ts"
import {
  type AnswerOf,
  type Endpoint,
  type Params,
  parametersIn,
  partsOf,
  type ReadBody,
  type ReadQuery,
} from "../../../api/endpoint.ts"
import { SUCCESS } from "../../../api/fields.ts"
import { readFields, readForm, readWhole } from "../../platform/http/body.ts"
import type { RequestEnv } from "../../platform/http/env.ts"
import { readQuery, routePath, valueIn } from "../../platform/http/params.ts"
import type { Access } from "./access.ts"
import type { Caller, CallerEnv } from "./caller.ts"
import { guard } from "./guards.ts"

interface Asked<Key extends EndpointKey> {
  c: Context<RequestEnv>
  /** for endpoints that need a session */
  caller: Api[Key]["caller"] extends "anyone" | "operator" ? undefined : Caller
  params: Params<Key>
  query: ReadQuery<Api[Key]>
  /** Reads the body when it is called: some requests are refused before. @throws Refusal with what is wrong */
  body(): Promise<ReadBody<Api[Key]>>
}

/** A file is a Response; anything else is the JSON of the answer. */
type Answer<Key extends EndpointKey> = Api[Key] extends { file: string } ? Response : AnswerOf<Api[Key]>
/** Where the answer is empty or says only `success`, nothing needs to be returned. */
type Nothing<Key extends EndpointKey> = Api[Key] extends { file: string }
  ? never
  : keyof AnswerOf<Api[Key]> extends "success"
    ? Promise<void>
    : never

export function endpoints({ access }: { access: Access }) {
  const routes = new Hono<CallerEnv>()
  function on<Key extends EndpointKey>(
    key: Key,
    answer: (asked: Asked<Key>) => Answer<Key> | Promise<Answer<Key>> | Nothing<Key>,
  ): void {
    const endpoint: Endpoint = API[key]
    const { method, path } = partsOf(key)
    const names = parametersIn(path)
    const kind = endpoint.caller
    const guards = kind === "anyone" || kind === "operator" ? [] : [guard(access, kind)]
    routes.on(method, [routePath(path)], ...guards, async (c) => {
      const params = Object.fromEntries(names.map((name) => [name, valueIn(path, name, c.req.param(name) ?? "")]))
      const query = endpoint.query && readQuery(c, endpoint.query)
      const body = () => bodyOf(c, endpoint)
      const found = await answer({ c, caller: c.get("caller"), params, query, body } as unknown as Asked<Key>)
      if (found instanceof Response) return found
      if (endpoint.answer === undefined) return c.body(null, 204)
      return c.json<unknown>(found ?? SUCCESS, endpoint.status)
    })
  }
  return { routes, on }
}

function bodyOf(c: Context, { form, body, fields }: Endpoint): Promise<unknown> {
  if (form !== undefined) return readForm(c, form)
  if (body !== undefined) return readWhole(c, body)
  if (fields !== undefined) return readFields(c, fields)
  throw new Error("this endpoint takes no body; declare it in src/api")
}
