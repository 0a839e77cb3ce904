// Reads the XML of a request into a tree. Document types, and with them entities of their own, are refused; so is what is too deep or has too
// many elements.
import { type SaxesAttributeNS, SaxesParser } from "saxes"
import { Refusal } from "../../../domain/errors.ts"
import { DAV_ELEMENTS_MAX, DAV_XML_DEPTH_MAX } from "../../../domain/people/address-book-limits.ts"

export interface XmlElement {
  /** namespace and local name, as in `DAV:|prop` */
  name: string
  /** those without a namespace */
  attributes: Map<string, string>
  children: XmlElement[]
  /** of the element itself */
  text: string
}

export const DAV = "DAV:"
export const CARDDAV = "urn:ietf:params:xml:ns:carddav"
export const CALENDARSERVER = "http://calendarserver.org/ns/"

export const qualified = (namespace: string, name: string): string => `${namespace}|${name}`
export const dav = (name: string): string => qualified(DAV, name)
export const card = (name: string): string => qualified(CARDDAV, name)

/** Bytes that are read before other requests have their turn. */
const PIECE_BYTES = 64 * 1024

/** @returns the root element @throws Refusal bad_request */
export async function readXml(bytes: Uint8Array): Promise<XmlElement> {
  const reader = createReader()
  const decoder = new TextDecoder("utf-8", { fatal: true })
  try {
    for (let at = 0; at < bytes.byteLength; at += PIECE_BYTES) {
      if (at > 0) await new Promise(setImmediate)
      reader.write(decoder.decode(bytes.subarray(at, at + PIECE_BYTES), { stream: true }))
    }
    reader.write(decoder.decode())
    return reader.root()
  } catch {
    // What the parser says names our code, and helps no client.
    throw new Refusal("bad_request")
  }
}

function createReader() {
  const parser = new SaxesParser({ xmlns: true, position: false })
  const open: XmlElement[] = []
  let root: XmlElement | undefined
  let count = 0
  const refuse = () => {
    throw new Error("refused")
  }
  const countOne = () => {
    count += 1
    if (count > DAV_ELEMENTS_MAX) refuse()
  }
  parser.on("error", (error) => {
    throw error
  })
  parser.on("doctype", refuse)
  parser.on("attribute", countOne)
  parser.on("opentag", ({ uri, local, attributes }) => {
    countOne()
    if (open.length >= DAV_XML_DEPTH_MAX) refuse()
    const element = { name: qualified(uri, local), attributes: plain(attributes), children: [], text: "" }
    open.at(-1)?.children.push(element)
    root ??= element
    open.push(element)
  })
  const text = (read: string) => {
    const element = open.at(-1)
    if (element !== undefined) element.text += read
  }
  parser.on("text", text)
  parser.on("cdata", text)
  parser.on("closetag", () => {
    open.pop()
  })
  return {
    write: (piece: string) => void parser.write(piece),
    root(): XmlElement {
      parser.close()
      if (root === undefined) throw new Error("no element")
      return root
    },
  }
}

const plain = (attributes: Record<string, SaxesAttributeNS>): Map<string, string> =>
  new Map(Object.values(attributes).flatMap(({ uri, local, value }) => (uri === "" ? [[local, value] as const] : [])))

export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((child) => child.name === name)
