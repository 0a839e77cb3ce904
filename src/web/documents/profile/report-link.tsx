// A discreet link to report a profile.
import { reportPath } from "../../../domain/paths.ts"

export const ReportLink = ({ username }: { username: string }) => (
  <a data-report="" href={reportPath(username)} rel="nofollow">
    Report this profile
  </a>
)
