// What is likely a mistake in the configuration: for the operator's log and for administrators.

export const WARNING = {
  noMailServer: {
    title: "Emails aren't being delivered",
    text: "This site is reached over https, but no mail server is set (SMTP_URL). Emails are kept as files on the server.",
  },
} as const
