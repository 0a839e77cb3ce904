// A mail server that keeps what it is sent, and refuses on demand.
import PostalMime, { type Email } from "postal-mime"
import { SMTPServer } from "smtp-server"

interface CaughtMail {
  to: string[]
  from: string
  raw: string
  parsed: Email
  isEncrypted: boolean
}

export interface MailCatcher {
  url: string
  caught: CaughtMail[]
  /** answers the next emails with this SMTP error, until set to null */
  refuseWith(code: number | null): void
  close(): Promise<void>
}

/** @param offersTls STARTTLS, with a self-signed certificate */
export async function catchMail(port = 0, { offersTls = false } = {}): Promise<MailCatcher> {
  const caught: CaughtMail[] = []
  let refusal: number | null = null
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: offersTls ? [] : ["STARTTLS"],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on("data", (chunk: Buffer) => chunks.push(chunk))
      stream.on("end", () => {
        if (refusal !== null) {
          done(Object.assign(new Error("not now"), { responseCode: refusal }))
          return
        }
        const raw = Buffer.concat(chunks).toString("utf8")
        const from = session.envelope.mailFrom === false ? "" : session.envelope.mailFrom.address
        const to = session.envelope.rcptTo.map(({ address }) => address)
        PostalMime.parse(raw).then((parsed) => {
          caught.push({ to, from, raw, parsed, isEncrypted: session.secure })
          done()
        }, done)
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", () => resolve()))
  const address = server.server.address()
  const open = typeof address === "object" && address !== null ? address.port : port
  return {
    url: `smtp://127.0.0.1:${open}`,
    caught,
    refuseWith: (code) => {
      refusal = code
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
