// /edit-profile: edit or create one's own profile (specification sections 2, 4, 5 and 8).
import { pageTitle } from "./titles.ts"

export const meta = pageTitle("Edit Profile")

export default function EditProfile() {
  return <h1>Edit Profile</h1>
}
