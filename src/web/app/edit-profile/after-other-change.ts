// A save was refused because another window or device saved first.
import type { OwnProfile } from "../../../domain/profile/profile.ts"
import { call } from "../../session/api.ts"
import { ownProfile } from "../../session/own-profiles.ts"
import { changesOf, type FormBase, type ProfileValues, valuesOf } from "./form-values.ts"
import { mergeChanges } from "./merge-changes.ts"

/** Some fields were changed here and there: the owner has to choose. */
export interface OtherChange {
  state: "contested"
  stored: OwnProfile
  /** what was saved there, with what was changed here over it */
  merged: ProfileValues
  contested: (keyof ProfileValues)[]
}

type Found =
  | OtherChange
  /** only the answer to an earlier save was lost */
  | { state: "saved"; profile: OwnProfile }
  /** to be saved in place of what was refused */
  | { state: "merged"; values: ProfileValues; base: FormBase }

/**
 * @param values that were refused
 * @param base what they started from
 * @returns null if the stored profile could not be loaded
 */
export async function afterOtherChange(
  values: ProfileValues,
  base: FormBase,
  furtherId: string | undefined,
): Promise<Found | null> {
  const me = await call("GET /api/me").catch(() => null)
  const stored = me && ownProfile(me, furtherId ?? me.user.id)
  if (!stored) return null
  const now = valuesOf(stored, "")
  if (Object.keys(changesOf(values, now)).length === 0) return { state: "saved", profile: stored }
  const { values: merged, contested } = mergeChanges(
    { changes: changesOf(values, base.values), from: base.values },
    now,
  )
  if (contested.length > 0) return { state: "contested", stored, merged, contested }
  return { state: "merged", values: merged, base: { values: now, version: stored.version } }
}
