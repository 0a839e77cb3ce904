// An id in an address.
import { Refusal } from "../../../domain/errors.ts"
import { isUuid } from "../../../domain/paths.ts"

/** In lower case, as it is stored. @throws Refusal not_found: nothing can have such an id */
export function uuidParam(text: string): string {
  if (!isUuid(text)) throw new Refusal("not_found")
  return text.toLowerCase()
}
