// Writes small city databases (MaxMind DB format 2.0): networks and what is known of them.
import { isIPv4 } from "node:net"

type Value = string | number | Value[] | { [key: string]: Value }

const control = (type: number, size: number): Buffer => {
  const long = size < 29 ? [size] : [29, size - 29]
  return type < 8
    ? Buffer.from([(type << 5) | (long[0] ?? 0), ...long.slice(1)])
    : Buffer.from([long[0] ?? 0, type - 7, ...long.slice(1)])
}

/** Up to 284 bytes or entries; numbers up to 65,535. */
function encode(value: Value): Buffer {
  if (typeof value === "string") {
    const text = Buffer.from(value)
    return Buffer.concat([control(2, text.length), text])
  }
  if (typeof value === "number") return Buffer.concat([control(5, 2), Buffer.from([value >> 8, value & 255])])
  if (Array.isArray(value)) return Buffer.concat([control(11, value.length), ...value.map(encode)])
  const entries = Object.entries(value)
  return Buffer.concat([control(7, entries.length), ...entries.flatMap(([key, held]) => [encode(key), encode(held)])])
}

function bitsOf(network: string): string {
  const [address = "", length = ""] = network.split("/")
  if (isIPv4(address)) {
    const bits = address.split(".").map((byte) => Number(byte).toString(2).padStart(8, "0"))
    return bits.join("").slice(0, Number(length))
  }
  const [left = "", right = ""] = address.split("::")
  const groups = (side: string) => side.split(":").filter(Boolean)
  const zeros = Array<string>(8 - groups(left).length - groups(right).length).fill("0")
  const all = [...groups(left), ...zeros, ...groups(right)]
  const bits = all.map((group) => Number.parseInt(group, 16).toString(2).padStart(16, "0"))
  return bits.join("").slice(0, Number(length))
}

type Node = [Node | Value | undefined, Node | Value | undefined]
const held = new WeakSet<object>()

/** @param networks such as 203.0.113.0/24; in a database of IPv6 addresses also IPv4 ones, as ::/96 has them */
export function cityDatabase(ipVersion: 4 | 6, networks: Record<string, Value>): Buffer {
  const root: Node = [undefined, undefined]
  const nodes = [root]
  held.add(root)
  const leaves: [Node, 0 | 1, Value][] = []
  for (const [network, value] of Object.entries(networks)) {
    const bits = (ipVersion === 6 && network.includes(".") ? "0".repeat(96) : "") + bitsOf(network)
    let node = root
    for (const bit of bits.slice(0, -1)) {
      const next = node[bit === "1" ? 1 : 0]
      if (typeof next === "object" && held.has(next)) node = next as Node
      else {
        const made: Node = [undefined, undefined]
        held.add(made)
        nodes.push(made)
        node[bit === "1" ? 1 : 0] = made
        node = made
      }
    }
    leaves.push([node, bits.endsWith("1") ? 1 : 0, value])
  }
  const records = Buffer.alloc(nodes.length * 6)
  const data: Buffer[] = []
  let size = 0
  const leafOf = (node: Node, side: 0 | 1): number | undefined => {
    const leaf = leaves.find((one) => one[0] === node && one[1] === side)
    if (leaf === undefined) return undefined
    const bytes = encode(leaf[2])
    data.push(bytes)
    size += bytes.length
    return nodes.length + 16 + size - bytes.length
  }
  for (const [n, node] of nodes.entries())
    for (const side of [0, 1] as const) {
      const next = node[side]
      const record = next === undefined ? (leafOf(node, side) ?? nodes.length) : nodes.indexOf(next as Node)
      records.writeUIntBE(record, n * 6 + side * 3, 3)
    }
  const metadata = encode({
    node_count: nodes.length,
    record_size: 24,
    ip_version: ipVersion,
    database_type: "test-city",
    languages: ["en"],
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1,
    description: { en: "for tests" },
  })
  const marker = Buffer.from("abcdef4d61784d696e642e636f6d", "hex")
  return Buffer.concat([records, Buffer.alloc(16), ...data, marker, metadata])
}
