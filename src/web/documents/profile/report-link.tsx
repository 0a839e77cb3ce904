// A discreet link to report a profile.
import { reportPath } from "../../../domain/paths.ts"

export const ReportLink = ({ username }: { username: string }) => (
  <a
    data-report=""
    href={reportPath(username)}
    className="flex min-h-11 items-center sm:min-h-9 hover:text-ink hover:underline"
    rel="nofollow"
  >
    Report this profile
  </a>
)
