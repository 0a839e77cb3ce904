// What search engines are told about a profile's files, which have no place for the page's <meta name="robots">.
import type { PublicProfile } from "../../../domain/profile/profile.ts"

export const searchEngineHeaders = ({ is_indexed }: Pick<PublicProfile, "is_indexed">): Record<string, string> =>
  is_indexed ? {} : { "X-Robots-Tag": "noindex" }
