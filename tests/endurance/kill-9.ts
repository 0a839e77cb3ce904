// The whole program killed fifty times on each engine while people sign up, save, upload and activate: what was acknowledged is kept.
import { exactly, type Figure, fact } from "../support/figures.ts"
import { KEEPER } from "./acknowledged-work.ts"
import { inFolder, onSite, withPostgres } from "./broken-site.ts"
import { type KillRounds, killRounds } from "./kill-rounds.ts"

const ROUNDS = Number(process.env.KILL_ROUNDS ?? 50)

function figures(engine: string, { counts, refused, lost, left }: KillRounds, isAlone: boolean): Figure[] {
  const what = `${engine}, ${ROUNDS} rounds`
  for (const line of new Set([...refused, ...lost, ...left])) process.stderr.write(`     ${line}\n`)
  const { saves, photos, signUps, activations } = counts
  const acts = `${signUps} sign-ups, ${saves} saves, ${photos} uploads, ${activations} activations`
  return [
    fact(`${what}: acknowledged`, acts),
    exactly(`${what}: of these lost, or not whole`, lost.length, 0),
    exactly(`${what}: answers other than 200 before the end`, refused.length, 0),
    ...(isAlone ? [exactly(`${what}: temporary files left after a start`, left.length, 0)] : []),
  ]
}

const rounds = (engine: string, env: Record<string, string>, isAlone: boolean): Promise<Figure[]> =>
  inFolder((folder) =>
    onSite(folder, { ADMIN_EMAIL: KEEPER, ...env }, async (site) =>
      figures(engine, await killRounds(site, ROUNDS, isAlone), isAlone),
    ),
  )

export const kill9 = async (): Promise<Figure[]> => [
  ...(await rounds("embedded", {}, true)),
  ...(await withPostgres((_server, env) => rounds("PostgreSQL", env, false))),
]
