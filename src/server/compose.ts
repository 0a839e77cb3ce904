// Builds every service once at start. Services are passed in, never imported as globals.
import { createCdnPurge } from "./delivery/cdn-purge.ts"
import { createPreviews } from "./delivery/previews/service.ts"
import { createSitemap } from "./delivery/sitemap/service.ts"
import { createDataRequests } from "./features/accounts/data-requests.ts"
import { createPurge } from "./features/accounts/purge.ts"
import { createRoles } from "./features/accounts/roles.ts"
import { createAccounts } from "./features/accounts/service.ts"
import { createUserList } from "./features/accounts/user-list.ts"
import { createAudit } from "./features/audit/service.ts"
import { createAccess } from "./features/auth/access.ts"
import { createAppPasswordCheck } from "./features/auth/app-passwords/check.ts"
import { createAuth } from "./features/auth/auth.ts"
import { createPasswords, type Passwords } from "./features/auth/credentials/passwords.ts"
import { createRecentTaps } from "./features/cards/recent-taps.ts"
import { createCards } from "./features/cards/service.ts"
import { createInsights } from "./features/insights/service.ts"
import { createInvitations } from "./features/invitations/service.ts"
import { createModeration } from "./features/moderation/service.ts"
import { createGiven } from "./features/people/given.ts"
import { createPeopleNotices } from "./features/people/notices.ts"
import { createPeople } from "./features/people/service.ts"
import { createFurtherProfiles } from "./features/profiles/further-profiles.ts"
import { createProfiles } from "./features/profiles/service.ts"
import { createProofOfWork } from "./features/proof-of-work/service.ts"
import { createReadiness } from "./operations/health/readiness.ts"
import { createSweeps } from "./operations/housekeeping.ts"
import { createRequestCounts } from "./operations/metrics/request-counts.ts"
import { createOperations } from "./operations/system-info/service.ts"
import type { Clock } from "./platform/clock.ts"
import type { Config } from "./platform/config/config.ts"
import type { OpenDatabase } from "./platform/db/open.ts"
import { incomingFolder, removeLeftRestores } from "./platform/files/incoming-folder.ts"
import { openFiles } from "./platform/files/open-files.ts"
import type { Log } from "./platform/log.ts"
import { createMail } from "./platform/mail/mail.ts"
import { createPlaces } from "./platform/places/places.ts"
import { createRateLimits } from "./platform/rate-limits/rate-limits.ts"
import type { Tracing } from "./platform/tracing/tracing.ts"

export interface Base {
  config: Config
  database: OpenDatabase
  clock: Clock
  log: Log
  /** by default with the cost of real passwords */
  passwords?: Passwords
  /** null, by default: nothing is traced */
  tracing?: Tracing | null
}

export type Services = ReturnType<typeof compose>

export function compose(base: Base) {
  const { config, clock, log, passwords = createPasswords(), tracing = null } = base
  const cdnPurge = createCdnPurge({ config, log })
  const database = { ...base.database, changes: cdnPurge.withPurge(base.database.changes) }
  const incoming = incomingFolder(`${config.DATA_DIR}/incoming`, database.engine === "embedded", clock())
  removeLeftRestores(config.DATA_DIR, clock())
  const files = openFiles(config, incoming, log, tracing)
  const profiles = createProfiles({ clock, config, database, files, incoming, log })
  const previews = createPreviews({ config, log, profiles })
  const sitemap = createSitemap({ config, database })
  const limits = createRateLimits(database.db, clock)
  const mail = createMail({ config, database, clock, log, tracing })
  const audit = createAudit(database.db)
  const purge = createPurge({ audit, clock, database, log, profiles })
  const { free } = purge
  const furtherProfiles = createFurtherProfiles({ config, database, free, limits, log, profiles })
  const invitations = createInvitations({ audit, clock, config, database, limits, log, mail })
  const proofOfWork = createProofOfWork({ clock, config, limits })
  const places = createPlaces({ config, log })
  const roles = createRoles({ audit, clock, config, database, log })
  const auth = createAuth({
    audit,
    config,
    database,
    clock,
    invitations,
    log,
    limits,
    mail,
    passwords,
    places,
    profiles,
    proofOfWork,
    purge,
    roles,
  })
  const access = createAccess(auth)
  const checkAppPassword = createAppPasswordCheck({ ...auth, access })
  const accounts = createAccounts({ access, audit, clock, config, database, limits, log, mail, passwords, purge })
  const people = createPeople({ clock, config, database, log, profiles })
  const dataRequests = createDataRequests({
    audit,
    clock,
    config,
    database,
    limits,
    log,
    mail,
    people,
    profiles,
    purge,
  })
  const userList = createUserList({ database })
  const peopleNotices = createPeopleNotices({ config, database, log, mail })
  const recentTaps = createRecentTaps()
  const given = createGiven({
    config,
    database,
    limits,
    log,
    mail,
    notices: peopleNotices,
    people,
    places,
    profiles,
    proofOfWork,
    recentTaps,
  })
  const insights = createInsights({ clock, config, database, log })
  const cards = createCards({ audit, config, database, limits, log, places, profiles, recentTaps })
  const readiness = createReadiness({ clock, database, files, log, profiles })
  const requests = createRequestCounts(tracing?.setRoute)
  const moderation = createModeration({ audit, clock, config, database, limits, log, mail, profiles, proofOfWork })
  const sweeps = createSweeps()
  const operations = createOperations({ clock, config, database, mail, sweeps })
  return {
    ...base,
    cdnPurge,
    database,
    limits,
    mail,
    audit,
    invitations,
    proofOfWork,
    access,
    checkAppPassword,
    auth,
    files,
    profiles,
    furtherProfiles,
    previews,
    sitemap,
    places,
    insights,
    people,
    peopleNotices,
    given,
    recentTaps,
    cards,
    purge,
    accounts,
    dataRequests,
    roles,
    userList,
    moderation,
    sweeps,
    operations,
    readiness,
    requests,
  }
}
