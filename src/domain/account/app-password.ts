// An app password: what its form takes, and what a phone needs to use it.
import * as z from "zod/mini"
import { shortText } from "../forms.ts"
import { lazy } from "../lazy.ts"
import { APP_PASSWORD_NAME_MAX } from "../limits.ts"
import { FIELD } from "../messages.ts"
import { minLength } from "../text/text-length.ts"

export const appPasswordForm = lazy(() =>
  z.object({ name: z.pipe(shortText(APP_PASSWORD_NAME_MAX), z.string().check(minLength(1, FIELD.nameRequired))) }),
)

/**
 * Basic authentication sends the password with every request, so an address book needs https. A site on localhost has one, too, to
 * try it out.
 * @returns its address; null: the site has none
 */
export function addressBookAddress(publicOrigin: string): string | null {
  const { protocol, hostname } = new URL(publicOrigin)
  const isOwnMachine = hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname)
  return protocol === "https:" || isOwnMachine ? `${publicOrigin}/dav/` : null
}
