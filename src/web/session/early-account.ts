// Your account, requested while the application's scripts are still loading: on a slow network that saves a round trip.
import { ANSWER_WITHIN_MS } from "./fetch-with-timeout.ts"
import { PASSWORD_RESET, REFRESH_MARGIN_MS, SESSION_KEY } from "./storage.ts"

declare global {
  interface Window {
    /** set by the script in the head */
    earlyAccount?: { token: string; answer: Promise<Response | null> } | undefined
  }
}

/**
 * Runs in the head of an application page. A session that soon expires is refreshed first, by the auth client; one that still owes
 * its second factor would be refused.
 */
export const REQUEST_ACCOUNT = `try{const{access_token:token,expires_at:end,user}=JSON.parse(localStorage["${SESSION_KEY}"])
const isWhole=!user.factors?.length||atob(token.split(".")[1].replaceAll("-","+").replaceAll("_","/")).includes('"aal2"')
if(isWhole&&end*1e3>Date.now()+${REFRESH_MARGIN_MS}&&!sessionStorage["${PASSWORD_RESET}"]){const end=new AbortController(),timer=setTimeout(()=>end.abort(),${ANSWER_WITHIN_MS})
window.earlyAccount={token,answer:fetch("/api/me",{headers:{accept:"application/json",authorization:"Bearer "+token},signal:end.signal}).catch(()=>null).finally(()=>clearTimeout(timer))}}}catch{}`

/**
 * The answer to that request, once.
 * @returns null if there was none with this token, or if nothing answered: then the account has to be requested as usual
 */
export async function takeEarlyAccount(token: string | undefined): Promise<Response | null> {
  const early = window.earlyAccount
  window.earlyAccount = undefined
  return early && early.token === token ? early.answer : null
}
