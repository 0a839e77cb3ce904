// The quiet way to tell us that something is wrong with a profile.
import { reportPath } from "../../../domain/paths.ts"

export const ReportLink = ({ username }: { username: string }) => (
  <a href={reportPath(username)} className="py-1.5 hover:text-ink hover:underline" rel="nofollow">
    Report this profile
  </a>
)
