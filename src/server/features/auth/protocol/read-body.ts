// The bodies of the auth protocol: every text has a greatest length, and what is longer is refused before anything reads it.
import * as z from "zod/mini"
import { Refusal } from "../../../../domain/errors.ts"
import { FIELD, GENERAL } from "../../../../domain/messages.ts"
import { maxLength } from "../../../../domain/text/text-length.ts"

/** @param max in characters @param tooLong the sentence for more @param missing the sentence for a value that is not text */
export const text = (max: number, tooLong: string = FIELD.tooLong, missing?: string) =>
  (missing === undefined ? z.string() : z.string({ error: missing })).check(maxLength(max, tooLong))

/** The same, or null, or not there at all: clients send all three. */
export const optionalText = (max: number, tooLong?: string) => z.optional(z.nullable(text(max, tooLong)))

const isLong = ({ code }: z.core.$ZodIssue): boolean => code === "too_big"

/** Whether some text is longer than it may be. */
export const isTooLong = (error: z.core.$ZodError | undefined): boolean => error?.issues.some(isLong) ?? false

/**
 * The body in the schema's shape; nothing is an empty one.
 * @param otherwise the sentence for all but a text that is too long; null: the schema has one for each mistake
 * @throws Refusal validation_failed
 */
export function readBody<Schema extends z.core.$ZodType>(
  schema: Schema,
  input: unknown,
  otherwise: string | null = GENERAL.badRequest,
): z.output<Schema> {
  const parsed = z.safeParse(schema, input ?? {})
  if (parsed.success) return parsed.data
  const { issues } = parsed.error
  const message = issues.find(isLong)?.message ?? otherwise ?? issues[0]?.message ?? GENERAL.badRequest
  throw new Refusal("validation_failed", { message })
}
