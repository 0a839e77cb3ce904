// The addresses of the owner's pictures: the public ones or, while the profile is hidden, ones that work only for the owner.
import type { PictureKind } from "../../../domain/profile/image.ts"
import { fileAddress } from "../../session/api.ts"
import { usePrivatePicture } from "../../session/private-picture.ts"
import type { Pictures } from "./card-preview.tsx"

/** A changed picture has another address, and is fetched anew. */
function pathOf(kind: PictureKind, address: string): string | null {
  if (address === "") return null
  const v = new URLSearchParams(address.split("?")[1]).get("v") ?? ""
  return fileAddress(`GET /api/profile/${kind}`, { query: { v } })
}

export function useOwnPictures(pictures: Pictures, isHidden: boolean): Pictures {
  const photo = usePrivatePicture(isHidden ? pathOf("photo", pictures.profile_picture) : null)
  const banner = usePrivatePicture(isHidden ? pathOf("banner", pictures.banner_picture) : null)
  return isHidden ? { profile_picture: photo, banner_picture: banner } : pictures
}
