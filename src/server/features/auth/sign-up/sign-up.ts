// Sign-up: every rule of the form again, then user, profile, role, link and email in one transaction.
import { randomUUID } from "node:crypto"
import * as z from "zod/mini"
import { ACCOUNT_FIELD } from "../../../../domain/account/field-messages.ts"
import { DEFAULT_NEW_ROLE } from "../../../../domain/account/roles.ts"
import { SIGNUP } from "../../../../domain/account/sign-up-messages.ts"
import { boundedMetadata, otherMetadata, storable } from "../../../../domain/account/user-metadata.ts"
import { BUDGET } from "../../../../domain/budgets.ts"
import { Refusal } from "../../../../domain/errors.ts"
import { fieldErrors, signupFields } from "../../../../domain/forms.ts"
import { lazy } from "../../../../domain/lazy.ts"
import { EMAIL_MAX, FIELD_MAX, PASSWORD_MAX, SIGNUP_PASSWORD_MIN, USERNAME_MAX } from "../../../../domain/limits.ts"
import { FIELD } from "../../../../domain/messages.ts"
import { isReservedName } from "../../../../domain/paths.ts"
import { oneLine } from "../../../../domain/text/visible-text.ts"
import { databaseError, withRetry } from "../../../platform/db/database-errors.ts"
import type { Queries } from "../../../platform/db/queries.ts"
import { networkOf } from "../../../platform/http/client-ip.ts"
import { perNetwork } from "../../../platform/rate-limits/rate-limits.ts"
import type { ProofSender } from "../../proof-of-work/service.ts"
import type { Auth } from "../auth.ts"
import type { Groups } from "../credentials/attempts.ts"
import { passwordWeakness } from "../credentials/known-words/known-words.ts"
import { newLinkBinding } from "../email-flow/email-links.ts"
import { sendVerification } from "../email-flow/send-links.ts"
import { optionalText, readBody } from "../protocol/read-body.ts"
import { userBody } from "../protocol/serialize.ts"
import {
  findTaken,
  findUser,
  findUserByEmail,
  insertProfile,
  insertRole,
  insertUser,
  type NewUser,
  removeUnconfirmed,
  type UserRow,
} from "../users-store.ts"
import { requireDomain, requireOtherDomain, requireWayIn } from "../way-in.ts"
import { type Admission, admitSignUp, requireSignUpOpen } from "./sign-up-policy.ts"

/** The only fields of the body that are read; all others (role, id, deleted_at …) are ignored. */
const signupBody = z.object({
  email: optionalText(EMAIL_MAX, FIELD.emailInvalid),
  phone: optionalText(FIELD_MAX.business_phone),
  password: optionalText(PASSWORD_MAX),
  data: z.optional(
    z.nullable(
      z.object({
        username: optionalText(USERNAME_MAX, ACCOUNT_FIELD.usernameLong),
        // With the spaces around them, which are not counted below.
        full_name: optionalText(2 * FIELD_MAX.full_name),
        phone: optionalText(2 * FIELD_MAX.business_phone),
      }),
    ),
  ),
})
type SignUpBody = z.infer<typeof signupBody>

const newcomerFields = lazy(() => z.omit(signupFields(), { password: true }))
/** Without a username only an account is made; its owner creates the profile later. */
const accountFields = lazy(() => z.partial(newcomerFields(), { username: true, fullName: true }))

/** Who signs up: all of the form but the password. */
export type Newcomer = ReturnType<typeof newcomerOf>

/** @throws Refusal validation_failed */
export function readNewcomer(input: unknown, siteName: string): Newcomer {
  const body = readBody(signupBody, input)
  if (!body.email?.trim()) throw new Refusal("validation_failed", { message: FIELD.emailInvalid })
  return newcomerOf(body, input, siteName)
}

function readSignUp(input: unknown, siteName: string) {
  const body = readBody(signupBody, input)
  const { email, phone: number, password } = body
  if (email === undefined && number === undefined && password === undefined)
    throw new Refusal("anonymous_provider_disabled")
  if (!email && number && password) throw new Refusal("phone_provider_disabled")
  if (!email?.trim() || !password) throw new Refusal("validation_failed", { message: SIGNUP.missingCredentials })
  const newcomer = newcomerOf(body, input, siteName)
  const { username = "", full_name = "" } = newcomer.metadata
  const short = { min: SIGNUP_PASSWORD_MIN, message: ACCOUNT_FIELD.signupPasswordShort }
  const weakness = passwordWeakness(password, short, [siteName, email, username, full_name])
  if (weakness !== null) throw new Refusal("weak_password", weakness)
  return { newcomer, password }
}

function newcomerOf({ email, data }: SignUpBody, input: unknown, siteName: string) {
  const username = data?.username || undefined
  const fullName = storable(data?.full_name ?? "").trim() || undefined
  const phone = oneLine(storable(data?.phone ?? ""))
  const fields = z.safeParse(username === undefined ? accountFields() : newcomerFields(), { username, fullName, email })
  const wrong: Record<string, string> = fields.success ? {} : fieldErrors(fields.error)
  if (username !== undefined && isReservedName(username, siteName)) wrong.username ??= ACCOUNT_FIELD.usernameReserved
  const [first] = ["username", "fullName", "email"].flatMap((field) => wrong[field] ?? [])
  if (first !== undefined) throw new Refusal("validation_failed", { message: first, fields: wrong })
  const isLong = (fullName ?? "").length > FIELD_MAX.full_name || phone.length > FIELD_MAX.business_phone
  if (isLong) throw new Refusal("validation_failed", { message: FIELD.tooLong })
  if (!fields.success) throw new Refusal("validation_failed", { fields: wrong })
  const { invite, ...others } = otherMetadata((input as { data?: unknown }).data)
  const metadata = boundedMetadata({
    ...others,
    ...(username === undefined ? {} : { username }),
    ...(fullName === undefined ? {} : { full_name: fullName }),
    ...(phone === "" ? {} : { phone }),
  })
  return { email: fields.data.email.toLowerCase(), metadata }
}

/** @throws Refusal username_/email_/account_already_exists */
export async function requireFree(
  { database, purge }: Auth,
  { email, metadata: { username } }: Newcomer,
): Promise<void> {
  await purge.free({ username, email })
  refuseTaken(await findTaken(database.db, { username, email }))
}

function refuseTaken(taken: { username: boolean; email: boolean }): void {
  if (taken.username && taken.email) throw new Refusal("account_already_exists")
  if (taken.username) throw new Refusal("username_already_exists")
  if (taken.email) throw new Refusal("email_already_exists")
}

/** The address belongs to an unconfirmed account, and the email about replacing it has not been counted. */
class Uncounted extends Error {}

/**
 * Signing up again with an unconfirmed address replaces the account: the first person to use the address need not own it.
 * @throws Refusal of the sign-up policy, and validation_failed, weak_password, username_/email_/account_already_exists, too_many_requests,
 * over_email_send_rate_limit, service_unavailable
 */
export async function signUp(auth: Auth, input: unknown, sender: ProofSender, redirectTo: string | undefined) {
  requireSignUpOpen(auth)
  requireWayIn(auth, "password")
  const { newcomer, password } = readSignUp(input, auth.config.SITE_NAME)
  const wayIn = {
    id: randomUUID(),
    password: async () => ({
      password_hash: await auth.passwords.hash(password, networkOf(sender.ip)),
      has_password: true,
    }),
  }
  return createAccountFor(auth, { newcomer, input, sender, redirectTo }, async () => wayIn)
}

/** How the new account is signed in to. */
interface WayIn {
  id: string
  /** costly: asked for once everything else is known to be fine */
  password: () => Promise<Pick<UserRow, "password_hash" | "has_password">>
  /** what else belongs to it, in the transaction that creates the account */
  store?: (tx: Queries, now: Date) => Promise<void>
}

interface SignUpRequest {
  newcomer: Newcomer
  /** the body, for the invitation in it */
  input: unknown
  sender: ProofSender
  redirectTo: string | undefined
}

/** @param wayInOf called once the sender may sign up */
export async function createAccountFor(auth: Auth, request: SignUpRequest, wayInOf: () => Promise<WayIn>) {
  const { newcomer, input, sender } = request
  requireOtherDomain(auth, newcomer.email)
  requireDomain(auth, newcomer.email)
  await auth.limits.takeForIp(BUDGET.signUpPerIp, sender.ip)
  const admission = await admitSignUp(auth, input, newcomer.email, sender)
  try {
    return await replaceOrCreate(auth, request, await wayInOf(), admission)
  } catch (error) {
    // The first error says why, and a database that is away gives nothing back.
    if (databaseError(error) === null) await admission.withdraw().catch(() => undefined)
    throw error
  }
}

async function replaceOrCreate(
  auth: Auth,
  { newcomer, sender: { ip }, redirectTo }: SignUpRequest,
  wayIn: WayIn,
  admission: Admission,
) {
  const { database, limits, log } = auth
  const { email, metadata } = newcomer
  // Before the hash, which is costly; the unique indexes decide between two at once.
  await requireFree(auth, newcomer)
  // Every further email to an address that was never confirmed counts: none is flooded, and no one keeps its owner away.
  const replacement: Groups = [perNetwork(BUDGET.signUpPerAsker, ip, email), [[BUDGET.signUpPerAddress, email]]]
  const countEmail = () => limits.takeAll(replacement, "over_email_send_rate_limit")
  let isCounted = (await findUserByEmail(database.db, email)) !== undefined
  if (isCounted) await countEmail()
  await admission.count()
  const account: NewUser = { id: wayIn.id, email, ...(await wayIn.password()), user_metadata: metadata }
  const { cookie, browser_hash } = newLinkBinding()
  const create = () =>
    withRetry(() => createAccount(auth, account, { ...wayIn, admission, browser_hash, redirectTo }, isCounted))
  const user = await create().catch(async (error: unknown) => {
    if (!(error instanceof Uncounted)) throw error
    await countEmail()
    isCounted = true
    return create()
  })
  log.info("auth.signed_up", { user: account.id, by: account.has_password ? "password" : "passkey" })
  return { body: userBody(user, { factors: [], new_email: null }), linkCookie: cookie }
}

interface Creation extends Pick<WayIn, "store"> {
  admission: Admission
  browser_hash: string
  redirectTo: string | undefined
}

/** All of it or nothing. @throws Uncounted, Refusal username_already_exists, email_already_exists */
function createAccount(
  auth: Auth,
  account: NewUser,
  { admission, browser_hash, redirectTo, store }: Creation,
  mayReplace: boolean,
): Promise<UserRow> {
  const { database, clock } = auth
  const { id, email, user_metadata } = account
  const { username, full_name = "" } = user_metadata
  const now = clock()
  return database.db.transaction(async (tx) => {
    if ((await removeUnconfirmed(tx, email, id)) && !mayReplace) throw new Uncounted()
    if (!(await insertUser(tx, account, now))) {
      // Run again after a lost connection: if the first run was committed, the account is complete.
      const own = await findUser(tx, id)
      if (own !== undefined) return own
      throw new Refusal("email_already_exists")
    }
    if (username !== undefined && !(await insertProfile(tx, { id, username, full_name, signin_email: email }, now)))
      throw new Refusal("username_already_exists")
    await insertRole(tx, id, DEFAULT_NEW_ROLE)
    await store?.(tx, now)
    await admission.settle(tx, { id, email }, now)
    await sendVerification(auth, tx, { id, email }, redirectTo, browser_hash, now)
    const user = await findUser(tx, id)
    if (user === undefined) throw new Error("the new user is not there")
    return user
  })
}
