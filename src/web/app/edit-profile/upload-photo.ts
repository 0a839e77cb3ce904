// Sends a photo; answers with its public address or with the sentence of section 8 that says why not.
import { IMAGE } from "../../../domain/messages.ts"
import { ApiError, api } from "../../session/api.ts"

type Uploaded = { sent: true; profile_picture: string } | { sent: false; message: string }

/** Refusals that are already a whole sentence about the picture. */
const SENTENCES: readonly string[] = [IMAGE.type, IMAGE.size, IMAGE.noUrl]

export async function uploadPhoto(file: Blob): Promise<Uploaded> {
  try {
    const answer = await api<{ profile_picture?: string }>("/api/profile/photo", { method: "POST", blob: file })
    if (!answer.profile_picture) return { sent: false, message: IMAGE.urlMissing }
    return { sent: true, profile_picture: answer.profile_picture }
  } catch (error) {
    if (!(error instanceof ApiError)) return { sent: false, message: IMAGE.problem }
    if (error.status === 0) return { sent: false, message: IMAGE.retry }
    return { sent: false, message: SENTENCES.includes(error.message) ? error.message : IMAGE.failed(error.message) }
  }
}
