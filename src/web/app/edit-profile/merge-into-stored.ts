// A save of a form that started without the stored profile, because it could not be loaded. Loaded only then.
import type { ProfilePayload } from "../../../domain/profile/profile-form.ts"
import { call } from "../../session/api.ts"
import { changesOf, LINK_FIELDS, type ProfileValues, payloadOf, valuesOf } from "./form-values.ts"

/**
 * What to send when the stored profile could not be loaded: the changes since `initial`, merged into what is stored. If it still
 * cannot be loaded, untouched fields are left out and stay as they are.
 * @throws ApiError if the name was not edited: every save has to include it, and the form does not know the stored one
 */
export async function mergeIntoStored(values: ProfileValues, initial: ProfileValues): Promise<ProfilePayload> {
  const entered = changesOf(values, initial)
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
