// What one entry of the API's table says, and what follows from it: types, method, path and parameters.
import type * as z from "zod/mini"

type Method = "GET" | "POST" | "PUT" | "DELETE"

/**
 * Who may call.
 * - anyone: no session is needed
 * - operator: the bearer of METRICS_TOKEN
 * - before-factor: signed in by password; the second factor may still be missing
 * - session: signed in, even if the account is deactivated
 * - user: signed in with an active account
 * - moderator: a moderator or an administrator
 * - admin: an administrator
 * - admin-with-proof: an administrator who gave the password or the second factor in the last minutes
 */
export type CallerKind =
  | "anyone"
  | "operator"
  | "before-factor"
  | "session"
  | "user"
  | "moderator"
  | "admin"
  | "admin-with-proof"

export type Schema = z.core.$ZodType

export interface Endpoint {
  /** one sentence for the reference */
  summary: string
  caller: CallerKind
  query?: Schema
  /** JSON body of a form: a refusal has a sentence for each field */
  form?: Schema
  /** JSON body that no form shows: refused as a whole */
  body?: Schema
  /** fields of an HTML form, which works without scripts: its answer is a page that says what is wrong */
  fields?: Schema
  /** `If-Match` can name the version that the change started from; the code of the refusal (412) if it is no longer that one */
  ifMatch?: "profile_changed" | "person_changed"
  /** media types of a body that is a file */
  upload?: readonly string[]
  /** JSON answer. Without `answer` and `file` the answer is empty (204) */
  answer?: Schema
  /** status of the JSON answer; 200 if not given */
  status?: 201 | 202
  /** media type of an answer that is a file */
  file?: string
  /** other statuses that are not refusals, and when they are sent */
  also?: Readonly<Record<number, string>>
}

/** Keys are a method and a path, as in `GET /api/cards/{card_id}`. */
export type Endpoints = Record<`${Method} /${string}`, Endpoint>

type NameIn<Key extends string> = Key extends `${string}{${infer Name}}${infer Rest}` ? Name | NameIn<Rest> : never
/** The parameters in the path of a key. */
export type Params<Key extends string> = Record<NameIn<Key>, string>

type InputOf<Part> = Part extends Schema ? z.input<Part> : never
type OutputOf<Part> = Part extends Schema ? z.output<Part> : never

/** As a client sends it. */
export type SentQuery<Entry> = Entry extends { query: infer Query } ? InputOf<Query> : never
export type SentBody<Entry> = Entry extends { form: infer Form }
  ? InputOf<Form>
  : Entry extends { body: infer Body }
    ? InputOf<Body>
    : Entry extends { fields: infer Fields }
      ? InputOf<Fields>
      : Entry extends { upload: readonly string[] }
        ? Blob
        : never

/** As the server reads it. */
export type ReadQuery<Entry> = Entry extends { query: infer Query } ? OutputOf<Query> : undefined
export type ReadBody<Entry> = Entry extends { form: infer Form }
  ? OutputOf<Form>
  : Entry extends { body: infer Body }
    ? OutputOf<Body>
    : Entry extends { fields: infer Fields }
      ? OutputOf<Fields>
      : never

/** The JSON of the answer. */
export type AnswerOf<Entry> = Entry extends { answer: infer Answer } ? OutputOf<Answer> : undefined

const PARAMETER = /\{(\w+)\}/g

/** `GET /api/me` → its method and its path */
export function partsOf(key: string): { method: string; path: string } {
  const [method = "", path = ""] = key.split(" ")
  return { method, path }
}

export const parametersIn = (path: string): string[] => [...path.matchAll(PARAMETER)].map(([, name = ""]) => name)
