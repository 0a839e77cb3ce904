// `npm run faults [-- name …]`: breaks the running program on purpose and writes what it measured into docs/evidence/reliability.md.
// Without names everything is measured. Fails when a target is missed.
import { measure } from "../support/measure.ts"

const missed = await measure(
  "docs/evidence/reliability.md",
  {
    "login-storm": async () => (await import("./login-storm.ts")).loginStorm,
    "upload-storm": async () => (await import("./upload-storm.ts")).uploadStorm,
    "disk-full": async () => (await import("./disk-full.ts")).diskFull,
    "database-restart": async () => (await import("./database-restart.ts")).databaseRestart,
    "database-gone": async () => (await import("./database-gone.ts")).databaseGone,
    "storage-gone": async () => (await import("./storage-gone.ts")).storageGone,
    "mail-gone": async () => (await import("./mail-gone.ts")).mailGone,
    "kill-9": async () => (await import("./kill-9.ts")).kill9,
    "slow-clients": async () => (await import("./slow-clients.ts")).slowClients,
    "many-processes": async () => (await import("./many-processes.ts")).manyProcesses,
    "clock-jump": async () => (await import("./clock-jump.ts")).clockJump,
  },
  process.argv.slice(2),
)
process.exit(missed === 0 ? 0 : 1)
