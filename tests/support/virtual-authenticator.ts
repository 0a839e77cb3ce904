// An authenticator of Chromium itself, for one page: a phone's own, or a security key.
import type { CDPSession, Page } from "playwright-core"

export interface Authenticator {
  cdp: CDPSession
  id: string
}

/** A touch, and a finger, face or PIN, are given at once. */
export async function plugIn(
  page: Page,
  kind: "internal" | "usb" = "internal",
  isVerified = true,
): Promise<Authenticator> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send("WebAuthn.enable")
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: kind,
      hasResidentKey: true,
      hasUserVerification: isVerified,
      isUserVerified: isVerified,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, id: authenticatorId }
}
