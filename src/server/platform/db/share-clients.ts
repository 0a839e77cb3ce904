// Lends the connections of a pool to single statements, one connection to several of them where there are few.
import type pg from "pg"

type Work<T> = (client: pg.PoolClient) => Promise<T>

interface Loan {
  client: Promise<pg.PoolClient>
  users: number
  /** false: waits for its turn */
  hasBegun: boolean
  isBroken: boolean
}

/**
 * Nothing joins those who have a connection while others wait for one: a transaction has its turn.
 * @param isHarmless errors that leave the connection as it was
 * @param most that use one connection together
 */
export function shareClients(
  pool: Pick<pg.Pool, "waitingCount">,
  connect: () => Promise<pg.PoolClient>,
  isHarmless: (error: unknown) => boolean,
  most: number,
) {
  let last: Loan | null = null

  function mayJoin({ users, hasBegun, isBroken }: Loan): boolean {
    return users < most && !isBroken && !(hasBegun && pool.waitingCount > 0)
  }

  function join(): Loan {
    if (last === null || !mayJoin(last)) last = { client: connect(), users: 0, hasBegun: false, isBroken: false }
    last.users += 1
    return last
  }

  async function leave(loan: Loan): Promise<void> {
    loan.users -= 1
    if (loan.users > 0) return
    if (last === loan) last = null
    if (loan.hasBegun) (await loan.client).release(loan.isBroken)
  }

  return async <T>(work: Work<T>): Promise<T> => {
    const loan = join()
    try {
      const client = await loan.client
      loan.hasBegun = true
      return await work(client)
    } catch (error) {
      if (!isHarmless(error)) loan.isBroken = true
      throw error
    } finally {
      await leave(loan)
    }
  }
}
