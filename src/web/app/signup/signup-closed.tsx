// /signup while sign-up is closed.
import { useLocation } from "react-router"
import { useSite } from "../../layout/site.ts"
import { withReturn } from "../../session/return-path.ts"
import { Notice } from "../../ui/feedback/notice.tsx"
import { ButtonLink } from "../../ui/text-link.tsx"
import { NarrowPage } from "../narrow-page.tsx"

export function SignupClosed() {
  const { name } = useSite()
  const { search } = useLocation()
  return (
    <NarrowPage title="Create an Account">
      <div className="flex flex-col gap-6">
        <Notice title="Sign-up is closed">
          {name} does not take new accounts at the moment. If you already have one, you can log in as usual.
        </Notice>
        <ButtonLink href={withReturn("/login", search)} size="lg">
          Go to Login
        </ButtonLink>
      </div>
    </NarrowPage>
  )
}
