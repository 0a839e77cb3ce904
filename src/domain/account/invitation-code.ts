// The code of an invitation: 26 letters and digits of 32, 130 random bits, easy to read out.
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
const LENGTH = 26

/** @param bytes from a cryptographic source, 26 of them */
export const invitationCodeOf = (bytes: Uint8Array): string =>
  Array.from(bytes.subarray(0, LENGTH), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join("")

/** As it was made, however it was typed: capitals, gaps and letters that look like digits do not matter. */
export const tidyInvitationCode = (typed: string): string =>
  typed
    .toLowerCase()
    .replace(/[^0-9a-z]/g, "")
    .replaceAll("o", "0")
    .replace(/[il]/g, "1")

/** The sign-up page takes the code from the fragment, which reaches no server and no log. */
export const invitationPath = (code: string): string => `/signup#invite=${code}`
