// Saves the form; returns the stored profile, or a message.

import { PROFILE } from "../../../domain/messages.ts"
import type { OwnProfile } from "../../../domain/profile/profile.ts"
import type { ProfilePayload } from "../../../domain/profile/profile-form.ts"
import { ApiError, call, sentenceOf } from "../../session/api.ts"
import { isAuthError } from "../../session/auth-client.ts"
import { ownProfile } from "../../session/own-profiles.ts"
import { changesOf, LINK_FIELDS, type ProfileValues, payloadOf, valuesOf } from "./form-values.ts"

type Saved =
  | { saved: true; profile: OwnProfile }
  /** `stored`: what another window saved meanwhile */
  | { saved: false; message: string; fields: [keyof ProfileValues, string][]; stored?: OwnProfile }

/**
 * What to send when the stored profile could not be loaded: the changes since `start`, merged into what is stored. If it still
 * cannot be loaded, untouched fields are left out and stay as they are.
 * @throws ApiError when the name is one of them: every save has to include it, and the form does not know the stored one
 */
async function overStored(values: ProfileValues, start: ProfileValues): Promise<ProfilePayload> {
  const entered = changesOf(values, start)
  const me = await call("GET /api/me").catch((error) => {
    if ("full_name" in entered) return null
    throw error
  })
  if (me?.profile) return payloadOf({ ...valuesOf(me.profile, ""), ...entered })
  const payload = payloadOf(values)
  if (me !== null) return payload
  const isEntered = (name: string) =>
    name in entered || (name === "social_media" && LINK_FIELDS.some((link) => link in entered))
  const given = Object.fromEntries(Object.entries(payload).filter(([name]) => isEntered(name)))
  return { ...given, full_name: payload.full_name }
}

/**
 * @param start the form's initial values, if the stored profile could not be loaded
 * @param version of the profile that the form started from
 * @param furtherId the id of a further profile; undefined for the first
 */
export async function saveProfile(
  values: ProfileValues,
  start?: ProfileValues,
  version?: number,
  furtherId?: string,
): Promise<Saved> {
  try {
    const body = start === undefined ? payloadOf(values) : await overStored(values, start)
    const { profile } =
      furtherId === undefined
        ? await call("PUT /api/profile", { body, version })
        : await call("PUT /api/account/profiles/{id}", { params: { id: furtherId }, body, version })
    return { saved: true, profile }
  } catch (error) {
    if (!(error instanceof ApiError)) {
      const message = isAuthError(error) ? sentenceOf(error) : PROFILE.updateFailedDetail
      return { saved: false, message, fields: [] }
    }
    if (error.code === "profile_changed") return afterOtherChange(values, error.message, furtherId)
    const fields: [keyof ProfileValues, string][] = []
    for (const [path, message] of Object.entries(error.fields)) {
      const name = path.replace("social_media.", "")
      if (name in values || name.startsWith("profile_items.")) fields.push([name as keyof ProfileValues, message])
    }
    return { saved: false, message: error.message || PROFILE.updateFailedDetail, fields }
  }
}

/** A save whose answer was lost on the way is not a change by others: then the stored profile already has these values. */
async function afterOtherChange(values: ProfileValues, message: string, furtherId?: string): Promise<Saved> {
  const me = await call("GET /api/me").catch(() => null)
  const stored = me === null ? null : (ownProfile(me, furtherId ?? me.user.id) ?? null)
  if (stored === null) return { saved: false, message, fields: [] }
  const isSaved = Object.keys(changesOf(values, valuesOf(stored, ""))).length === 0
  return isSaved ? { saved: true, profile: stored } : { saved: false, message, fields: [], stored }
}
