// A request to a TLS proxy of this machine under the name that its certificate is for.
import { request } from "node:https"

/** Not the address that the program sees its proxy at. */
export const VISITOR = "127.0.0.2"

export interface HttpsAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
}

/** @param host the site's name, as a browser would send it */
export function askHttps(port: number, host: string, path: string, headers: Record<string, string> = {}) {
  return new Promise<HttpsAnswer>((resolve, reject) => {
    const options = {
      host: "127.0.0.1",
      localAddress: VISITOR,
      port,
      servername: host,
      path,
      rejectUnauthorized: false,
      agent: false,
    }
    const asking = request({ ...options, headers: { Host: host, ...headers } }, (answer) => {
      let body = ""
      answer.setEncoding("utf8").on("data", (chunk) => {
        body += chunk
      })
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }))
    })
    asking.on("error", reject)
    asking.end()
  })
}
