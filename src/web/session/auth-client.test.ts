// The messages that people read when the auth client fails.
import { expect, test } from "vitest"
import { FACTOR } from "../../domain/account/account-messages.ts"
import { authErrorMessage } from "./auth-client.ts"

test.each([
  ["no_authorization", "This endpoint requires a valid Bearer token", "Please sign in first."],
  ["bad_jwt", "invalid JWT: unable to parse or verify signature, x", "This session has ended. Please sign in again."],
  [undefined, "Auth session missing!", "This session has ended. Please sign in again."],
  ["insufficient_aal", "AAL2 required to enroll a new factor", "Please complete two-step verification first."],
  ["mfa_verification_failed", "Invalid TOTP code entered", "That code didn't work. Wait for the next one."],
  ["mfa_challenge_expired", "MFA challenge 1 has expired, …", "This took too long. Please try again."],
  [
    "over_request_rate_limit",
    "Request rate limit reached",
    "Too many attempts. Please wait a few minutes and try again.",
  ],
  [
    "over_email_send_rate_limit",
    "email rate limit exceeded",
    "This site has reached its email limit for now. Please try again later.",
  ],
  [
    "over_email_send_rate_limit",
    "For security purposes, you can only request this after 60 seconds.",
    "Too many emails were sent to this address. Please wait before asking for another.",
  ],
])("replaces the protocol's message with ours for %s: %s", (code, message, ours) => {
  expect(authErrorMessage({ code, message })).toBe(ours)
})

test.each([
  ["mfa_verification_failed", FACTOR.codesUnreadable],
  ["over_request_rate_limit", "Too many accounts are being created right now. Please try again later."],
  ["invalid_credentials", "Invalid login credentials"],
  [undefined, "We couldn't reach the server. Please check your connection and try again."],
  ["toString", "Anything else"],
])("keeps a message that people understand: %s", (code, message) => {
  expect(authErrorMessage({ code, message })).toBe(message)
})

test("an error without a message gets the fallback", () => {
  expect(authErrorMessage({ message: "" })).toBe("An unknown error occurred")
  expect(authErrorMessage({ message: "" }, "Failed")).toBe("Failed")
})
