// Sends or removes a picture of the profile; returns its public address, or the message of section 8 that says why not.
import { IMAGE } from "../../../domain/messages.ts"
import { PICTURE_FIELD, type PictureKind } from "../../../domain/profile/image.ts"
import { ApiError, call } from "../../session/api.ts"

type Sent = { sent: true; address: string } | { sent: false; message: string }

/** About the picture itself, the server's message is complete; any other message is shown as the reason in one of ours. */
const isWhole = (message: string): boolean =>
  message === IMAGE.type || message === IMAGE.size || message.startsWith(IMAGE.failed(""))

/** The picture's new address; null when the answer is not JSON, as from a broken proxy. */
async function send(kind: PictureKind, body: Blob, furtherId?: string): Promise<string | null | undefined> {
  const put = { photo: "PUT /api/profile/photo", banner: "PUT /api/profile/banner" } as const
  const putFurther = {
    photo: "PUT /api/account/profiles/{id}/photo",
    banner: "PUT /api/account/profiles/{id}/banner",
  } as const
  const answer: { profile_picture?: string; banner_picture?: string } | null =
    furtherId === undefined
      ? await call(put[kind], { body })
      : await call(putFurther[kind], { params: { id: furtherId }, body })
  return answer === null ? null : answer[PICTURE_FIELD[kind]]
}

/** @param furtherId the id of a further profile; undefined for the first */
export async function uploadPicture(kind: PictureKind, file: Blob, furtherId?: string): Promise<Sent> {
  try {
    const address = await send(kind, file, furtherId)
    if (address === null) return { sent: false, message: IMAGE.noUrl }
    return address ? { sent: true, address } : { sent: false, message: IMAGE.urlMissing }
  } catch (error) {
    if (!(error instanceof ApiError)) return { sent: false, message: IMAGE.problem }
    if (error.status === 0) return { sent: false, message: IMAGE.retry }
    if (error.message === "") return { sent: false, message: IMAGE.problem }
    return { sent: false, message: isWhole(error.message) ? error.message : IMAGE.failed(error.message) }
  }
}

export async function removePicture(kind: PictureKind, furtherId?: string): Promise<Sent> {
  try {
    if (furtherId === undefined) await call(`DELETE /api/profile/${kind}`)
    else await call(`DELETE /api/account/profiles/{id}/${kind}`, { params: { id: furtherId } })
    return { sent: true, address: "" }
  } catch (error) {
    return { sent: false, message: (error instanceof ApiError && error.message) || IMAGE.removeFailed }
  }
}
