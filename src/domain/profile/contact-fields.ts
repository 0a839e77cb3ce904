// What a contact card is made of; a page holds it, so that saving needs no further request.
import type { PublicProfile } from "./profile.ts"

export type ContactFields = Omit<PublicProfile, "banner_picture" | "accent">

export const contactFields = ({ banner_picture: _, accent: __, ...fields }: PublicProfile): ContactFields => fields
