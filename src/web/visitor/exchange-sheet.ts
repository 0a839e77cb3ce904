// "Let Mika know who you are". It shows the form of the exchange's own page, which works without this script; members get a button that
// hands over their profile (give-profile.tsx). Loaded when someone wants it, or has saved the contact.
import { GIVEN } from "../../domain/people/people-messages.ts"
import { PROOF_HEADER, type ProofChallenge } from "../../domain/proof-of-work.ts"
import { fetchWithTimeout } from "../session/fetch-with-timeout.ts"
import { solveProof } from "../session/solve-proof.ts"
import { EXCHANGE_EVENT } from "./exchange-event.ts"
import { loadStyles } from "./styles.ts"

const PROOF_ATTEMPTS = 3
/** Nothing says that it is on its way, so it may not take longer. Its own page then opens in its place, which the browser shows loading. */
const FORM_WITHIN_MS = 5_000

/**
 * A dialog when someone asked for it. After Save Contact it stands above the card's buttons, which stay within reach; owners who try
 * their own button are not asked.
 * @param link to the form's page @throws when the form cannot be loaded
 */
export async function openExchange(link: HTMLAnchorElement, isAsked: boolean): Promise<void> {
  const actions = document.querySelector(".actions")
  if (actions === null || document.querySelector("[data-exchange]") !== null) return
  if (!isAsked && document.querySelector("[data-show-card]") !== null) return
  loading ??= load(link.href).finally(() => {
    loading = undefined
  })
  const form = await loading
  // Asked twice while it was loading.
  if (document.querySelector("[data-exchange]") !== null) return
  const sheet = isAsked ? dialogWith(form) : form
  if (!isAsked) actions.before(form)
  form.addEventListener("click", (event) => {
    if (!(event.target instanceof Element) || event.target.closest("[data-close]") === null) return
    event.preventDefault()
    sheet.remove()
    ;(isAsked ? link : actions.querySelector<HTMLElement>("[data-save]"))?.focus()
  })
  form.addEventListener("submit", (event) => {
    event.preventDefault()
    void send(form, event.target as HTMLFormElement)
  })
  show(form)
  if (!isAsked) bringIntoView(form)
  // The field that autofill starts from.
  if (isAsked) form.querySelector<HTMLElement>("[name=name]")?.focus()
}

function dialogWith(form: HTMLElement): HTMLElement {
  const dialog = document.createElement("dialog")
  // Outside the card, whose color its button has inside.
  dialog.dataset.accent = document.querySelector<HTMLElement>(".h-card")?.dataset.accent ?? ""
  dialog.className =
    "mx-auto mt-auto mb-0 max-h-none w-full max-w-none overflow-visible bg-transparent sm:mb-auto sm:w-fit"
  form.className =
    "sheet relative scroll-pt-10 scroll-pb-46 shadow-float [--below:calc(-1*max(var(--end),env(safe-area-inset-bottom)))]"
  dialog.setAttribute("aria-label", "Leave your info")
  dialog.onclose = () => dialog.remove()
  dialog.append(form)
  document.body.append(dialog)
  dialog.showModal()
  return dialog
}

/** Once, however often someone presses: a second try that fails must not take them away from the first one's form. */
let loading: Promise<HTMLElement> | undefined

async function load(address: string): Promise<HTMLElement> {
  const late = new Promise<never>((_, reject) => setTimeout(reject, FORM_WITHIN_MS))
  const [form] = await Promise.race([Promise.all([fetch(address).then(sectionOf), loadStyles()]), late])
  return form
}

async function sectionOf(response: Response): Promise<HTMLElement> {
  // Only this part of the page: its styles are its own, and the profile's policy refuses them.
  const page = await response.text()
  const part = page.slice(page.indexOf("<section data-exchange"), page.lastIndexOf("</section>"))
  const section = new DOMParser().parseFromString(part, "text/html").querySelector<HTMLElement>("[data-exchange]")
  if (section === null) throw new Error(`no form: ${response.status}`)
  return document.adoptNode(section)
}

function show(form: HTMLElement): void {
  document.dispatchEvent(new CustomEvent(EXCHANGE_EVENT, { detail: form }))
  const wrong = form.querySelector<HTMLElement>("[aria-invalid=true]")
  const heading = form.querySelector<HTMLElement>("h1")
  heading?.setAttribute("tabindex", "-1")
  ;(wrong ?? heading)?.focus({ preventScroll: true })
  form.scrollTop = 0
  ;(wrong ?? heading)?.scrollIntoView({ block: "nearest" })
}

/** All of it, below as much of the card as there is room for; from its heading, where it does not fit. */
function bringIntoView(form: HTMLElement): void {
  form.scrollIntoView({ block: "nearest" })
  if (form.getBoundingClientRect().top < Number.parseFloat(getComputedStyle(form).scrollMarginTop))
    form.scrollIntoView()
}

async function send(form: HTMLElement, fields: HTMLFormElement): Promise<void> {
  const button = fields.querySelector<HTMLButtonElement>("[type=submit]")
  if (button === null || button.hasAttribute("aria-disabled")) return
  // Not disabled, which would take the focus away from it.
  button.setAttribute("aria-disabled", "true")
  const body = new URLSearchParams([...new FormData(fields)].map(([name, value]) => [name, String(value)]))
  try {
    const answer = await post(fields.action, body)
    if (isJson(answer)) say(button, (await answer.json()).error.message)
    else {
      form.replaceChildren(...(await sectionOf(answer)).childNodes)
      show(form)
    }
  } catch {
    say(button, GIVEN.offline)
  }
  button.removeAttribute("aria-disabled")
}

/** Why nothing was stored, above the button. */
function say(button: HTMLElement, text: string): void {
  const known = button.parentElement?.querySelector("[role=alert]")
  const problem = known ?? document.createElement("p")
  problem.setAttribute("role", "alert")
  problem.className = "w-full font-medium text-bad"
  problem.textContent = text
  button.before(problem)
}

const isJson = ({ headers }: Response): boolean => headers.get("content-type")?.startsWith("application/json") ?? false

/** Solves what the server requires first while the whole site is busy. */
async function post(address: string, body: URLSearchParams): Promise<Response> {
  const headers = new Headers({ accept: "application/json, text/html" })
  let response = await fetchWithTimeout(address, { method: "POST", headers, body })
  for (let attempt = 0; attempt < PROOF_ATTEMPTS && response.status === 428; attempt++) {
    const { error }: { error: { challenge: ProofChallenge } } = await response.clone().json()
    headers.set(PROOF_HEADER, (await solveProof(error.challenge)) ?? "")
    response = await fetchWithTimeout(address, { method: "POST", headers, body })
  }
  return response
}
