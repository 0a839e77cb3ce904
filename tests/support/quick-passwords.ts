// Real hashes at the lowest cost: the tests compute thousands. What a real one costs is proved beside createPasswords, and a started
// program, a backup and the engines use it.
import { createPasswords, type Passwords } from "../../src/server/features/auth/credentials/passwords.ts"

export const quickPasswords = (): Passwords =>
  createPasswords(undefined, undefined, { memoryCost: 8, timeCost: 1, parallelism: 1 })
