// Saves the form; answers with the username to go to, or with what to say.
import { PROFILE } from "../../../domain/messages.ts"
import type { OwnProfile } from "../../../domain/profile.ts"
import { ApiError, api } from "../../session/api.ts"
import { type ProfileValues, payloadOf } from "./form-values.ts"

type Saved =
  | { saved: true; username: string }
  | { saved: false; message: string; fields: [keyof ProfileValues, string][] }

export async function saveProfile(values: ProfileValues): Promise<Saved> {
  try {
    const { profile } = await api<{ profile: OwnProfile }>("/api/profile", { method: "PUT", json: payloadOf(values) })
    return { saved: true, username: profile.username }
  } catch (error) {
    if (!(error instanceof ApiError)) return { saved: false, message: PROFILE.updateFailedDetail, fields: [] }
    const fields: [keyof ProfileValues, string][] = []
    for (const [path, message] of Object.entries(error.fields)) {
      const name = path.replace("social_media.", "")
      if (name in values) fields.push([name as keyof ProfileValues, message])
    }
    return { saved: false, message: error.message || PROFILE.updateFailedDetail, fields }
  }
}
