// What people see of the details they left.
import { isShown } from "../../../domain/account/lifecycle.ts"
import type { ExchangeOwner, GivenPerson } from "../../../domain/people/given.ts"
import { hasName, type PublicProfile } from "../../../domain/profile/profile.ts"
import { isoOrNull } from "../../../domain/time.ts"
import type { GivenRow } from "./given-store.ts"

export const shownGiven = (rows: GivenRow[], now: Date): GivenPerson[] =>
  rows.flatMap(({ id, given, met_at, place, tapped_card_id, kept_until, profile }) =>
    given === null
      ? []
      : [
          {
            id,
            owner: profile !== null && hasName(profile) && isShown(profile, now) ? shownOwner(profile) : null,
            given_at: met_at.toISOString(),
            place,
            hasTapped: tapped_card_id !== null,
            kept_until: isoOrNull(kept_until),
            values: given,
            errors: {},
          },
        ],
  )

export const shownOwner = ({ username, full_name }: Pick<PublicProfile, "username" | "full_name">): ExchangeOwner => ({
  username,
  name: full_name || username,
})
