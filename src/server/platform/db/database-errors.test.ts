// Which errors mean that the database is away or full, and how long requests wait.
import pg from "pg"
import { expect, test } from "vitest"
import {
  DatabaseUnavailable,
  databaseError,
  isConnectionLost,
  isTakenBack,
  isWorthAnotherTry,
  withRetry,
} from "./database-errors.ts"

const withCode = (code: string, more = {}) => Object.assign(new Error("x"), { code, ...more })

test.each([
  ["the server shuts down", withCode("57P01")],
  ["the server starts up", withCode("57P03")],
  ["no server listens", withCode("ECONNREFUSED")],
  ["the socket's file is gone", withCode("ENOENT", { syscall: "connect" })],
  ["the driver says so without a code", new Error("Connection terminated unexpectedly")],
  ["another error was caused by it", new Error("Failed query", { cause: withCode("57P02") })],
])("a connection is lost when %s", (_when, error) => expect(isConnectionLost(error)).toBe(true))

test.each([
  ["a missing file", withCode("ENOENT", { syscall: "open" })],
  ["a duplicate key", withCode("23505")],
  ["a canceled query", withCode("57014")],
  ["nonsense", "Connection terminated"],
])("%s is not a lost connection", (_what, error) => expect(isConnectionLost(error)).toBe(false))

test("a transaction that conflicts with another one is tried again", () => {
  expect(["40P01", "40001", "23505"].map((code) => isTakenBack(withCode(code)))).toEqual([true, true, false])
  expect(isWorthAnotherTry(new Error("Failed query", { cause: withCode("40P01") }))).toBe(true)
})

test("problems of the database are classified for the response", () => {
  const gone = new Error("Failed query", { cause: new DatabaseUnavailable(withCode("57P01"), true) })
  expect(databaseError(gone)).toBe("unavailable")
  expect(databaseError(new Error("Failed query", { cause: withCode("53100") }))).toBe("full")
  expect(databaseError(withCode("23505"))).toBe(null)
  // A mail server that refuses is no trouble of the database.
  expect(databaseError(withCode("ECONNREFUSED"))).toBe(null)
})

test("work is tried again after a lost connection, and only then", async () => {
  let tries = 0
  const comesBack = async () => {
    tries += 1
    if (tries < 3) throw withCode("ECONNRESET")
    return tries
  }
  expect(await withRetry(comesBack)).toBe(3)
  tries = 0
  expect(await withRetry(comesBack, () => false).catch((error) => error.code)).toBe("ECONNRESET")
  expect(tries).toBe(1)
  const duplicate = new pg.DatabaseError("duplicate", 9, "error")
  expect(await withRetry(() => Promise.reject(duplicate)).catch((error) => error)).toBe(duplicate)
})

test("an error after waiting is not waited for again", () => {
  expect(isWorthAnotherTry(new DatabaseUnavailable(withCode("57P01"), true))).toBe(false)
  expect(isWorthAnotherTry(new DatabaseUnavailable(withCode("57P01"), false))).toBe(true)
})
