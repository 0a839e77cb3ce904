// Who shares a connection with whom.
import type pg from "pg"
import { expect, test } from "vitest"
import { shareClients } from "./share-clients.ts"

const MOST = 3
const HARMLESS = new Error("a statement's own")

function setUp() {
  const pool = { waitingCount: 0 }
  const released: string[] = []
  let made = 0
  const connect = async () => {
    made += 1
    const name = `client ${made}`
    return { name, release: (isBroken: boolean) => released.push(isBroken ? `${name}, broken` : name) }
  }
  const lend = shareClients(pool, connect as unknown as () => Promise<pg.PoolClient>, (e) => e === HARMLESS, MOST)
  /** A statement in progress: which client it has, and how it ends. */
  async function begin() {
    const end = Promise.withResolvers<void>()
    const got = Promise.withResolvers<string>()
    const done = lend(async (client) => {
      got.resolve((client as unknown as { name: string }).name)
      await end.promise
    }).catch((error) => error)
    return {
      client: await got.promise,
      async end(error?: Error): Promise<void> {
        if (error === undefined) end.resolve()
        else end.reject(error)
        expect(await done).toBe(error)
      },
    }
  }
  return { pool, released, begin }
}

test("statements share a connection, up to the limit, and the last one gives it back", async () => {
  const { released, begin } = setUp()
  const statements = [await begin(), await begin(), await begin(), await begin()]
  expect(statements.map(({ client }) => client)).toEqual(["client 1", "client 1", "client 1", "client 2"])
  await statements[0]?.end()
  await statements[1]?.end(HARMLESS)
  expect(released).toEqual([])
  await statements[2]?.end()
  expect(released).toEqual(["client 1"])
})

test("while something waits for a connection of its own, no statement joins those in progress", async () => {
  const { pool, begin } = setUp()
  expect((await begin()).client).toBe("client 1")
  pool.waitingCount = 1
  expect((await begin()).client).toBe("client 2")
})

test("no statement joins a connection that broke, which is thrown away after its last one", async () => {
  const { released, begin } = setUp()
  const [first, second] = [await begin(), await begin()]
  await first.end(new Error("connection terminated"))
  expect((await begin()).client).toBe("client 2")
  await second.end()
  expect(released).toEqual(["client 1, broken"])
})
