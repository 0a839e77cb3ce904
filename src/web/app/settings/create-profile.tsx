// Shown to people without a profile, where it is needed.
import type { ReactNode } from "react"
import { Notice } from "../../ui/feedback/notice.tsx"
import { ButtonLink } from "../../ui/text-link.tsx"

export const CreateProfile = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="flex flex-col gap-5">
    <Notice title={title}>{children}</Notice>
    <ButtonLink size="sm" href="/edit-profile" wide>
      Create Profile
    </ButtonLink>
  </div>
)
