// The addresses of the owner's pictures: the public ones or, while the profile is hidden, ones that work only for the owner.
import { usePrivatePicture } from "../../session/private-picture.ts"
import type { Pictures } from "./card-preview.tsx"

/** A changed picture has a new address, and is fetched again. */
const pathOf = (kind: string, address: string): string | null =>
  address === "" ? null : `/api/profile/${kind}?${address.split("?")[1] ?? ""}`

export function useOwnPictures(pictures: Pictures, isHidden: boolean): Pictures {
  const photo = usePrivatePicture(isHidden ? pathOf("photo", pictures.profile_picture) : null)
  const banner = usePrivatePicture(isHidden ? pathOf("banner", pictures.banner_picture) : null)
  return isHidden ? { profile_picture: photo, banner_picture: banner } : pictures
}
