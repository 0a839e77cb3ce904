// What the settings say about the people you meet: two cards show a part each, and change no more than that part.
import type { Api } from "../../../api/api.ts"
import type { AnswerOf } from "../../../api/endpoint.ts"
import type { RetentionDays } from "../../../domain/people/given-options.ts"
import { call } from "../../session/api.ts"

export type PeopleSettings = AnswerOf<Api["GET /api/people-settings"]>["settings"]

export const askPeopleSettings = async (): Promise<PeopleSettings> => (await call("GET /api/people-settings")).settings

/** @param changed the rest stays as it is on the server */
export async function changePeopleSettings(changed: Partial<PeopleSettings>): Promise<void> {
  const { retention_days, event, event_until, notices } = { ...(await askPeopleSettings()), ...changed }
  await call("PUT /api/people-settings", {
    body: { retention_days: retention_days as RetentionDays, event, event_until, notices },
  })
}
