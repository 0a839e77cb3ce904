// What a page says when somebody looked at a profile or saved its contact: which profile, and what was done.
import * as z from "zod/mini"
import { isUuid } from "../paths.ts"

export const VISITS = ["view", "save"] as const
export type Visit = (typeof VISITS)[number]

export const visitForm = z.object({
  profile: z.string().check(z.refine(isUuid)),
  did: z.enum(VISITS),
})
