// The part of a profile that its card shows; the edit form's live preview has no more than this.
import type { PublicProfile } from "../../../domain/profile.ts"

export type CardProfile = Omit<PublicProfile, "id" | "updated_at">
