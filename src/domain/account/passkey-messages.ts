// What people read about passkeys; pages without them do not load it.

/** Ours: passkeys, as people read it. */
export const PASSKEY = {
  challengeExpired: "This took too long. Please try again.",
  refused: "That passkey didn't work. It may have been removed from your account.",
  exists: "This device already has a passkey for your account.",
  unknown: "We couldn't find this passkey. It may have been removed.",
  tooMany: "You've reached the limit for passkeys. Remove one first.",
  nameMissing: "Enter a name for this passkey.",
  notUsed: "No passkey was used. Please try again.",
  notAdded: "No passkey was added.",
  notHere: "This browser can't create passkeys here",
  notSignedUp: "No passkey was created, so you don't have an account yet.",
  impossible: "This browser can't use your passkey here. Try the device you created it on.",
  elsewhere: (host: string) => `Created for ${host}. It doesn't work at this site's current address.`,
  lastWayIn: "This passkey is your only way to sign in. Add another one or set a password first.",
  lastPasskey: "This passkey is your only way to sign in. Add another one first.",
  neededFirst: "Add a passkey and use it once before you remove your password.",
  added: "Passkey added",
  renamed: "Passkey renamed",
  removed: "Passkey removed",
  passwordSet: "Password set",
  passwordRemoved: "Password removed",
  failed: "Error updating passkeys",
} as const
