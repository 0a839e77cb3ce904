// Pages are cut off from a page that opened them (Cross-Origin-Opener-Policy: same-origin). For that, a browser starts a process, which
// takes an eighth of a second: too long for a card that is opened from the home screen, where nothing opened it. So its copy comes without
// the header, and if another page opened it after all, it asks for itself again, this time with the header (service-worker.ts).

const POLICY = "Cross-Origin-Opener-Policy"

export function withOpenerPolicy({ body, headers }: Response, isCutOff: boolean): Response {
  const changed = new Headers(headers)
  if (isCutOff) changed.set(POLICY, "same-origin")
  else changed.delete(POLICY)
  return new Response(body, { headers: changed })
}

/** Runs first on the card's page. With a query, the worker adds the header. */
export const LEAVE_OPENER = `if(opener&&!location.search)location.replace("?alone")`
