// 207 Multi-Status, sent while it is read: an address book of any size is never in memory as a whole.
import { dav } from "./xml-reader.ts"
import { element, NAMESPACES, XML_HEAD } from "./xml-writer.ts"

/** Characters that are collected before they are sent. */
const PIECE = 32 * 1024

/** What fails before the first piece is thrown, so that it becomes an ordinary error. @returns the body @param responses XML, in pieces */
export async function multistatus(responses: AsyncIterable<string>): Promise<ReadableStream> {
  const pieces = encoded(responses)
  const first = await pieces.next()
  return new ReadableStream<Uint8Array>({
    start(controller) {
      if (!first.done) controller.enqueue(first.value)
    },
    async pull(controller) {
      const { done, value } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
}

export const XML_TYPE = { "Content-Type": "application/xml; charset=utf-8" }

async function* encoded(responses: AsyncIterable<string>): AsyncGenerator<Uint8Array, undefined> {
  const encoder = new TextEncoder()
  let text = `${XML_HEAD}<d:multistatus ${NAMESPACES}>`
  for await (const response of responses) {
    text += response
    if (text.length < PIECE) continue
    yield encoder.encode(text)
    text = ""
  }
  yield encoder.encode(`${text}</d:multistatus>`)
}

/** The body of an error that names a condition. */
export const errorBody = (condition: string, content: string): string =>
  `${XML_HEAD}<d:error ${NAMESPACES}>${element(condition, content)}</d:error>`

export const errorElement = (condition: string): string => element(dav("error"), element(condition))
