// What the settings say about the people you meet: two cards show a part each, and change no more than that part.
import type { Api } from "../../../api/api.ts"
import type { AnswerOf, SentBody } from "../../../api/endpoint.ts"
import { call } from "../../session/api.ts"

export type PeopleSettings = AnswerOf<Api["GET /api/people-settings"]>["settings"]
export type ChangedPeopleSettings = SentBody<Api["PUT /api/people-settings"]>

export const askPeopleSettings = async (): Promise<PeopleSettings> => (await call("GET /api/people-settings")).settings

/** @param changed the rest stays as it is on the server */
export const changePeopleSettings = (changed: ChangedPeopleSettings) =>
  call("PUT /api/people-settings", { body: changed })
