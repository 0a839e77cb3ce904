// The mapping of sign-up failures to the messages of the specification's section 8.
import { expect, test } from "vitest"
import { problemOf } from "./create-account.ts"

test.each([
  ["username_already_exists", "", "This username is already taken. Please choose a different username."],
  [
    "email_already_exists",
    "",
    "An account with this email address already exists. Please use another email address or login.",
  ],
  ["account_already_exists", "", "Username or email is already in use. Please try different values."],
  [
    undefined,
    'duplicate key value: "profiles_username_key"',
    "This username is already taken. Please choose a different username.",
  ],
  [
    undefined,
    "Email already registered",
    "An account with this email address already exists. Please use another email address or login.",
  ],
  [undefined, "violates unique constraint", "Username or email is already in use. Please try different values."],
  ["user_already_exists", "User already exists", "Username or email is already in use. Please try different values."],
  ["over_request_rate_limit", "Too many attempts.", "Too many attempts."],
  [undefined, "", "An error occurred during signup. Please try again."],
])("code %s with message %j becomes %j", (code, message, sentence) => {
  expect(problemOf(code, message).message).toBe(sentence)
})
