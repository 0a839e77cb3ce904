// The addresses of the owner's pictures: the public ones or, while the profile is hidden, ones that work only for the owner.
import type { PictureKind } from "../../../domain/profile/image.ts"
import { fileAddress } from "../../session/api.ts"
import { usePrivatePicture } from "../../session/private-picture.ts"
import type { Pictures } from "./card-preview.tsx"

/** A changed picture has another address, and is fetched anew. */
function pathOf(kind: PictureKind, address: string, furtherId?: string): string | null {
  if (address === "") return null
  const v = new URLSearchParams(address.split("?")[1]).get("v") ?? ""
  if (furtherId === undefined) return fileAddress(`GET /api/profile/${kind}`, { query: { v } })
  return fileAddress(`GET /api/account/profiles/{id}/${kind}`, { params: { id: furtherId }, query: { v } })
}

/** @param furtherId the id of a further profile; undefined for the first */
export function useOwnPictures(pictures: Pictures, isHidden: boolean, furtherId?: string): Pictures {
  const photo = usePrivatePicture(isHidden ? pathOf("photo", pictures.profile_picture, furtherId) : null)
  const banner = usePrivatePicture(isHidden ? pathOf("banner", pictures.banner_picture, furtherId) : null)
  return isHidden ? { profile_picture: photo, banner_picture: banner } : pictures
}
