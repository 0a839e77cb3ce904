// The addresses of one's own pictures: the public ones, or, while the profile is hidden, such as work for its owner alone.
import { usePrivatePicture } from "../../session/private-picture.ts"
import type { Pictures } from "./card-preview.tsx"

/** A changed picture has another address, and is fetched anew. */
const pathOf = (kind: string, address: string): string | null =>
  address === "" ? null : `/api/profile/${kind}?${address.split("?")[1] ?? ""}`

export function useOwnPictures(pictures: Pictures, isHidden: boolean): Pictures {
  const photo = usePrivatePicture(isHidden ? pathOf("photo", pictures.profile_picture) : null)
  const banner = usePrivatePicture(isHidden ? pathOf("banner", pictures.banner_picture) : null)
  return isHidden ? { profile_picture: photo, banner_picture: banner } : pictures
}
