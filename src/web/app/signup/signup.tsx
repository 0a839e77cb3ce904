// /signup: create an account (specification sections 2, 4, 5 and 8).
import { Suspense, useState } from "react"
import { useLocation } from "react-router"
import { SIGNUP } from "../../../domain/account/sign-up-messages.ts"
import { AUTH } from "../../../domain/messages.ts"
import { documentMeta } from "../../documents/document-meta.ts"
import { useSite } from "../../layout/site.ts"
import { CompanyButtons } from "../../session/company-buttons.tsx"
import { withReturn } from "../../session/return-path.ts"
import { useSession } from "../../session/session-store.ts"
import { rememberLoginEmail } from "../../session/storage.ts"
import { Notice } from "../../ui/feedback/notice.tsx"
import { showToast } from "../../ui/feedback/toast-manager.ts"
import { later } from "../../ui/later.tsx"
import { ButtonLink, TextLink } from "../../ui/text-link.tsx"
import { useHydrated } from "../../ui/use-hydrated.ts"
import { AlreadyLoggedIn } from "../login/already-logged-in.tsx"
import { NarrowPage } from "../narrow-page.tsx"
import { useWide } from "../use-wide.ts"
import { ResendForm } from "../verify-email/resend-form.tsx"
import { CreateAccountForm } from "./signup-form.tsx"
import type { Typed } from "./signup-preview.tsx"

export const meta = documentMeta(
  "/signup",
  "Create an Account",
  "Choose your name and get a digital business card at your own web address. Free, no physical card needed.",
)

const showFailed = (message: string) => showToast({ title: AUTH.signInFailed, description: message, tone: "bad" })

const SignupPreview = later(
  async () => (await import("./signup-preview.tsx")).SignupPreview,
  () => null,
)

export default function Signup() {
  const [email, setEmail] = useState<string | null>(null)
  const [typed, setTyped] = useState<Typed>({ username: "", fullName: "" })
  const isWide = useWide()
  const { search, hash } = useLocation()
  const { sign_in, sign_up } = useSite()
  const isInvited = useHydrated() && new URLSearchParams(hash.slice(1)).has("invite")
  const { status } = useSession()
  const created = (given: string) => {
    rememberLoginEmail(given)
    setEmail(given)
  }
  const byForm = sign_in.includes("password") || sign_in.includes("passkey")
  if (sign_up === "closed") return <Closed />
  if (email !== null) return <Created email={email} />
  if (status === "signed-in") return <AlreadyLoggedIn />
  return (
    <div className="lg:grid lg:grid-cols-[28rem_22rem] lg:items-start lg:justify-center lg:gap-16">
      <NarrowPage
        title="Create an Account"
        intro={
          isInvited
            ? "You're invited to create your own page and digital business card."
            : sign_up === "invite"
              ? SIGNUP.invitationRequired
              : "Your own page and digital business card. It's free. No physical card needed."
        }
        below={
          <>
            Already have an account? <TextLink href={withReturn("/login", search)}>Sign in</TextLink>
          </>
        }
      >
        <CompanyButtons isFirst onFailed={showFailed} />
        {byForm && <CreateAccountForm onCreated={created} onTyped={setTyped} />}
      </NarrowPage>
      <div className="sticky top-10 mt-[2dvh] max-lg:hidden">
        {isWide && (
          <Suspense>
            <SignupPreview {...typed} />
          </Suspense>
        )}
      </div>
    </div>
  )
}

function Created({ email }: { email: string }) {
  const { search } = useLocation()
  return (
    <NarrowPage title="Create an Account" isNews spaced>
      <Notice tone="good" title={SIGNUP.createdTitle}>
        Please check your email for a verification link. We sent it to <strong>{email}</strong>. Your email must be
        verified before you can log in.
      </Notice>
      <ButtonLink href={withReturn("/login", search)} size="lg">
        Go to Login
      </ButtonLink>
      <ResendForm email={email} question="Didn't get it? Check your spam folder, or" />
    </NarrowPage>
  )
}

function Closed() {
  const { name, company_logins } = useSite()
  const { search } = useLocation()
  const who =
    company_logins.length === 0 ? "If you already have one" : "If you already have one, or your company is listed here"
  return (
    <NarrowPage
      title="Sign-up is closed"
      intro={`${name} isn't accepting new accounts right now. ${who}, you can sign in as usual.`}
    >
      <ButtonLink href={withReturn("/login", search)} size="lg" className="w-full">
        Go to Login
      </ButtonLink>
      <CompanyButtons onFailed={showFailed} />
    </NarrowPage>
  )
}
