// What is done to cards and to reported profiles: the method and the address of each act.
export interface Act {
  method: string
  path: string
}

export function cardAct(area: "account" | "admin", card: string, act: string): Act {
  const path = `/api/${area}/cards/${card}`
  if (act === "lost") return { method: "PUT", path: `${path}/loss` }
  if (act === "found") return { method: "DELETE", path: `${path}/loss` }
  if (act === "reassign") return { method: "PUT", path: `${path}/owner` }
  return { method: "DELETE", path: area === "admin" ? `${path}/owner` : path }
}

export function moderationAct(profileId: string, act: string): Act {
  if (act === "dismiss") return { method: "POST", path: `/api/moderation/profiles/${profileId}/dismissal` }
  return { method: act === "hide" ? "PUT" : "DELETE", path: `/api/moderation/hidden/${profileId}` }
}

export const activation = (card: string): Act => ({ method: "PUT", path: `/api/cards/${card}/activation` })
