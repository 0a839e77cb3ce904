// "your name here": while the visitor types a name, the card on the landing page becomes theirs, with the ink, pattern and
// initials that the name will have, and a message says whether it is free.
import type { Availability } from "../../api/sign-up.ts"
import { ACCOUNT_FIELD } from "../../domain/account/field-messages.ts"
import { initials } from "../../domain/contact/names.ts"
import { USERNAME_MAX, USERNAME_MIN } from "../../domain/limits.ts"
import { CARD_TO_BE } from "../../domain/messages.ts"
import { accentOf } from "../../domain/profile/accent.ts"
import { patternOf } from "../../domain/profile/banner-patterns.ts"
import { correctUsername } from "../ui/form/typed-username.ts"

/** Delay after the last key; a request for each key would reach the rate limit. */
const ASK_AFTER_MS = 500

/** Text on a card whose owner has entered nothing yet. */
const BLANK: Record<string, string> = {
  ".p-job-title": CARD_TO_BE.jobTitle,
  ".p-org, [data-own-name] + p": CARD_TO_BE.businessName,
  ".p-note": CARD_TO_BE.bio,
  ".p-tel": "Your number",
  ".u-email [dir]": "Your email",
  "ul:first-of-type .u-url [dir]": "Your website",
}

const field = document.querySelector<HTMLInputElement>("#claim")
const status = document.querySelector<HTMLElement>("[data-claim]")
const scene = document.querySelector<HTMLElement>("[data-own-card]")
const before = scene?.cloneNode(true)
const promise = status?.textContent ?? ""
let asking: ReturnType<typeof setTimeout> | undefined

field?.addEventListener("input", (event) => {
  correctUsername(field, event)
  const name = field.value.trim().toLowerCase()
  show(name)
  clearTimeout(asking)
  say(promise)
  if (field.validity.patternMismatch) say(ACCOUNT_FIELD.usernameCharacters, "bad")
  if (name.length >= USERNAME_MIN && name.length <= USERNAME_MAX && field.validity.valid)
    asking = setTimeout(() => void ask(name), ASK_AFTER_MS)
})
// The browser may restore what was typed before a reload.
if (field?.value) show(field.value)

function say(text: string, look = ""): void {
  if (!status || status.textContent === text) return
  status.textContent = text
  status.dataset.claim = look
}

async function ask(username: string): Promise<void> {
  const answer = await fetch("/api/availability", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username }),
  }).catch(() => undefined)
  if (!answer?.ok || field?.value.trim().toLowerCase() !== username) return
  const { username: isFree }: Availability = await answer.json()
  if (isFree) say(`${username} is available. Make it yours.`, "good")
  else say(ACCOUNT_FIELD.usernameTaken, "bad")
}

/** "anna-lind" as people write it: Anna Lind. */
const spoken = (username: string): string =>
  username.replaceAll(/[-_]+/g, " ").replaceAll(/(^|\s)\S/g, (letter) => letter.toUpperCase())

function show(username: string): void {
  if (!scene || !before) return
  scene.replaceChildren(...before.cloneNode(true).childNodes)
  // The animation runs once, not with each key.
  for (const moved of scene.querySelectorAll(".arrives, .taps, .keeps"))
    moved.classList.remove("arrives", "taps", "keeps")
  const name = spoken(username).trim()
  if (name === "") return
  const write = (selector: string, text: string) => {
    for (const place of scene.querySelectorAll(selector)) place.textContent = text
  }
  for (const [selector, text] of Object.entries(BLANK)) write(selector, text)
  write(".p-name, [data-own-name]", name)
  write("b", username)
  // The initials are below the photo.
  const photo = scene.querySelector("img")
  if (photo?.previousElementSibling) photo.previousElementSibling.textContent = initials(name)
  photo?.remove()
  for (const inked of scene.querySelectorAll<HTMLElement>("[data-accent]"))
    inked.dataset.accent = accentOf({ username, accent: "" })
  const { width, height, path, scale } = patternOf(username)
  for (const motif of scene.querySelectorAll("pattern")) {
    motif.setAttribute("width", `${width}`)
    motif.setAttribute("height", `${height}`)
    motif.setAttribute("patternTransform", `scale(${scale})`)
    motif.querySelector("path")?.setAttribute("d", path)
    motif.querySelector("path")?.setAttribute("stroke-width", `${1.4 / scale}`)
  }
}
