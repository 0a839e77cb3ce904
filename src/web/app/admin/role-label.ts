// How a role is named on the screen (specification section 2): 'admin' reads Administrator.
import type { Role } from "../../../domain/account/roles.ts"

const LABEL: Record<Role, string> = { user: "User", moderator: "Moderator", admin: "Administrator" }

export const roleLabel = (role: Role): string => LABEL[role]
