// What every part of the server is given: built once at start, passed in, never imported as a global.

import { createPreviews, type Previews } from "./delivery/previews/service.ts"
import { createSitemap, type Sitemap } from "./delivery/sitemap/service.ts"
import { createPurge, type Purge } from "./features/accounts/purge.ts"
import { createRoles, type Roles } from "./features/accounts/roles.ts"
import { type Accounts, createAccounts } from "./features/accounts/service.ts"
import { createUserList, type UserList } from "./features/accounts/user-list.ts"
import { type Audit, createAudit } from "./features/audit/service.ts"
import { type Auth, createAuth } from "./features/auth/auth.ts"
import { type Cards, createCards } from "./features/cards/service.ts"
import { createInsights, type Insights } from "./features/insights/service.ts"
import { createInvitations, type Invitations } from "./features/invitations/service.ts"
import { createModeration, type Moderation } from "./features/moderation/service.ts"
import { createProfiles, type Profiles } from "./features/profiles/service.ts"
import { createProofOfWork, type ProofOfWork } from "./features/proof-of-work/service.ts"
import { createReadiness, type Readiness } from "./operations/health/readiness.ts"
import { createRequestCounts, type RequestCounts } from "./operations/metrics/request-counts.ts"
import { createOperations, type Operations } from "./operations/system-info/service.ts"
import { createSweeps, type Sweeps } from "./operations/system-info/sweeps.ts"
import type { Config } from "./platform/config/config.ts"
import type { OpenDatabase } from "./platform/db/open.ts"
import type { Files } from "./platform/files/files.ts"
import { incomingFolder } from "./platform/files/incoming-folder.ts"
import { openFiles } from "./platform/files/open-files.ts"
import type { Log } from "./platform/log.ts"
import { createMail, type Mail } from "./platform/mail/mail.ts"
import { createPlaces, type Places } from "./platform/places/places.ts"
import { createRateLimits, type RateLimits } from "./platform/rate-limits/rate-limits.ts"

/** Reads the time; tests move it. */
export type Clock = () => Date

export interface Services {
  config: Config
  database: OpenDatabase
  clock: Clock
  log: Log
  limits: RateLimits
  mail: Mail
  audit: Audit
  invitations: Invitations
  proofOfWork: ProofOfWork
  auth: Auth
  files: Files
  profiles: Profiles
  previews: Previews
  sitemap: Sitemap
  cards: Cards
  places: Places
  insights: Insights
  purge: Purge
  accounts: Accounts
  roles: Roles
  userList: UserList
  moderation: Moderation
  sweeps: Sweeps
  operations: Operations
  readiness: Readiness
  requests: RequestCounts
}

/** Builds what needs only configuration, database, clock and log. */
export function createServices(base: Pick<Services, "config" | "database" | "clock" | "log">): Services {
  const { config, database, clock, log } = base
  const incoming = incomingFolder(`${config.DATA_DIR}/incoming`, database.engine === "embedded", clock())
  const files = openFiles(config, incoming, log)
  const profiles = createProfiles({ config, database, files, incoming, log })
  const previews = createPreviews({ config, log, profiles })
  const sitemap = createSitemap({ config, database })
  const limits = createRateLimits(database.db, clock)
  const mail = createMail({ config, database, clock, log })
  const audit = createAudit(database.db)
  const purge = createPurge({ audit, clock, database, log, profiles })
  const invitations = createInvitations({ audit, clock, config, database, limits, log, mail })
  const proofOfWork = createProofOfWork({ clock, config, limits })
  const auth = createAuth({ audit, config, database, clock, invitations, log, limits, mail, proofOfWork, purge })
  const accounts = createAccounts({ audit, auth, clock, config, database, limits, log, mail, purge })
  const roles = createRoles({ audit, database, log })
  const userList = createUserList({ database })
  const places = createPlaces({ config, log })
  const insights = createInsights({ clock, config, database, log })
  const cards = createCards({ audit, config, database, limits, log, places, profiles })
  const readiness = createReadiness({ clock, database, files, log })
  const requests = createRequestCounts()
  const moderation = createModeration({ audit, clock, config, database, limits, log, mail, profiles, proofOfWork })
  const sweeps = createSweeps()
  const operations = createOperations({ clock, config, database, mail, sweeps })
  return {
    ...base,
    limits,
    mail,
    audit,
    invitations,
    proofOfWork,
    auth,
    files,
    profiles,
    previews,
    sitemap,
    places,
    insights,
    cards,
    purge,
    accounts,
    roles,
    userList,
    moderation,
    sweeps,
    operations,
    readiness,
    requests,
  }
}
