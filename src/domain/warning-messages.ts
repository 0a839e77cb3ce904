// What is likely a mistake in the configuration: for the operator's log and for administrators.

export const WARNING = {
  noMailServer: {
    title: "Emails aren't being delivered",
    text: "This site uses HTTPS but has no mail server (SMTP_URL). Emails are saved as files on the server.",
  },
  trustsEveryone: {
    title: "Anyone can claim any IP address",
    text: "TRUSTED_PROXIES contains all addresses, so visitors can forge X-Forwarded-For and avoid every limit. List your proxies only.",
  },
  noPasskeysHere: {
    title: "No one can sign in",
    text: "SIGN_IN allows only passkeys, which browsers support only over HTTPS on a domain name. PUBLIC_ORIGIN is plain HTTP or an IP address.",
  },
} as const
