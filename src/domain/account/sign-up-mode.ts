// Who may create an account; the operator decides (setting SIGN_UP).
export const SIGN_UP_MODES = ["open", "invite", "closed"] as const
export type SignUpMode = (typeof SIGN_UP_MODES)[number]
