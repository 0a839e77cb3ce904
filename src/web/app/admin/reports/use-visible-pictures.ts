// A profile to decide about, with picture addresses that work even while it is hidden.
import type { ReviewedProfile } from "../../../../api/moderation.ts"
import type { PictureKind } from "../../../../domain/profile/image.ts"
import { fileAddress } from "../../../session/api.ts"
import { usePrivatePicture } from "../../../session/private-picture.ts"

export function useVisiblePictures(profile: ReviewedProfile): ReviewedProfile {
  const { id, profile_picture, banner_picture } = profile
  const isPublic = profile.account === "active" && profile.hidden_at === null
  const pathOf = (kind: PictureKind, address: string) =>
    isPublic || address === "" ? null : fileAddress(`GET /api/moderation/profiles/{id}/${kind}`, { params: { id } })
  const photo = usePrivatePicture(pathOf("photo", profile_picture))
  const banner = usePrivatePicture(pathOf("banner", banner_picture))
  return isPublic ? profile : { ...profile, profile_picture: photo, banner_picture: banner }
}
