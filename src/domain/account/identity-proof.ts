// What someone can show to prove once more who they are; sent with `reauthentication_needed`.

/** The current password, or a code of the authenticator app. */
export type ProofMethod = "password" | "totp"
