// What happens to the form when it is submitted: its values are checked, grouped as the profile has them, and saved. Loaded when the
// first field is entered.
import { set } from "react-hook-form"
import { storablePhone } from "../../../domain/contact/typed-phone.ts"
import { FIELD, PROFILE } from "../../../domain/messages.ts"
import { storablePhones } from "../../../domain/profile/item-phones.ts"
import type { OwnProfile } from "../../../domain/profile/profile.ts"
import type { ProfilePayload } from "../../../domain/profile/profile-form.ts"
import { ApiError, call, sentenceOf } from "../../session/api.ts"
import { isAuthError } from "../../session/auth-client.ts"
import { resolveWith } from "../../ui/form/form-resolver.ts"
import { afterOtherChange, type OtherChange } from "./after-other-change.ts"
import {
  changesOf,
  type FormBase,
  LINK_FIELDS,
  type ProfileValues,
  payloadOf,
  valuesOf,
  withSchemes,
} from "./form-values.ts"

const check = resolveWith(async () => (await import("../../../domain/profile/profile-form.ts")).profileForm())

/** @param initial values of the form: an unchanged phone number is not validated again */
export const resolveProfile =
  (initial: ProfileValues): typeof check =>
  async (values, context, options) => {
    const typed = withSchemes(values)
    const phone = typed.business_phone === initial.business_phone ? typed.business_phone : await storable(typed)
    const { items, problems } = await storableItems(typed)
    const wrong = problems.filter((at) => !initial.profile_items.some(({ value }) => value === items[at]?.value))
    const checked = await check({ ...typed, business_phone: phone ?? "", profile_items: items }, context, options)
    if (phone !== null && wrong.length === 0) return checked
    const errors = { ...checked.errors }
    const problem = { type: "phone", message: FIELD.phoneInvalid }
    if (phone === null) errors.business_phone = problem
    for (const at of wrong) set(errors, `profile_items.${at}.value`, problem)
    return { values: {}, errors }
  }

/** If the phone rules fail to load, the server validates the numbers. */
const storableItems = ({ profile_items }: ProfileValues) =>
  storablePhones(profile_items).catch(() => ({ items: profile_items, problems: [] as number[] }))
const storable = ({ business_phone }: ProfileValues): Promise<string | null> =>
  storablePhone(business_phone).catch(() => business_phone)

const DELETED = "This profile was deleted while you were editing. Your text is still here, so you can copy it."

type Saved =
  | { saved: true; profile: OwnProfile }
  | { saved: false; message: string; fields: [keyof ProfileValues, string][]; other?: OtherChange }

/**
 * What another window saved in the meantime stays, unless the same field was changed here.
 * @param base what the form started from
 * @param isKnown false: the stored profile could not be loaded
 * @param furtherId the id of a further profile; undefined for the first
 */
export async function saveProfile(
  values: ProfileValues,
  base: FormBase,
  isKnown = true,
  furtherId?: string,
): Promise<Saved> {
  try {
    const body = isKnown ? payloadOf(values) : await mergeIntoStored(values, base.values)
    const { version } = base
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
    if (error.code === "not_found" && furtherId !== undefined) return { saved: false, message: DELETED, fields: [] }
    if (error.code === "profile_changed") {
      const found = await afterOtherChange(values, base, furtherId)
      if (found?.state === "saved") return { saved: true, profile: found.profile }
      // With the version that was refused, it would be refused again.
      if (found?.state === "merged" && found.base.version !== base.version)
        return saveProfile(found.values, found.base, true, furtherId)
      if (found?.state === "contested") return { saved: false, message: error.message, fields: [], other: found }
    }
    const fields: [keyof ProfileValues, string][] = []
    for (const [path, message] of Object.entries(error.fields)) {
      const name = path.replace("social_media.", "")
      if (name in values || name.startsWith("profile_items.")) fields.push([name as keyof ProfileValues, message])
    }
    return { saved: false, message: error.message || PROFILE.updateFailedDetail, fields }
  }
}

/**
 * What to send when the stored profile could not be loaded: the changes since `initial`, merged into what is stored. If it still
 * cannot be loaded, untouched fields are left out and stay as they are.
 * @throws ApiError if the name was not edited: every save has to include it, and the form does not know the stored one
 */
async function mergeIntoStored(values: ProfileValues, initial: ProfileValues): Promise<ProfilePayload> {
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
