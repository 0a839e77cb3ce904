// The engine's files on a real disk, private to this user, with an fsync that reaches the disk: PGlite's own does nothing.
import { fsyncSync } from "node:fs"
import { PGlite } from "@electric-sql/pglite"
import { NodeFS } from "@electric-sql/pglite/nodefs"

type Options = Parameters<NodeFS["init"]>[1]
interface NodeFileSystem {
  stream_ops: { fsync?: (stream: { nfd: number }) => number }
  node_ops: { setattr: (node: unknown, change: { mode?: number }) => void }
}
/** The engine sets the mode of every new file and ignores the umask. */
const OTHERS = 0o077

/** Smaller than a server's defaults: one process, one connection. */
const SETTINGS = ["wal_sync_method=fsync", "shared_buffers=16MB", "max_wal_size=64MB", "min_wal_size=32MB"]

/** As PGlite starts, but with fsync (`-F` turns it off). */
export const DURABLE_START = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== "-F"),
  ...SETTINGS.flatMap((setting) => ["-c", setting]),
]

export class DurableFS extends NodeFS {
  readonly #sync: (descriptor: number) => void

  constructor(dir: string, sync: (descriptor: number) => void = fsyncSync) {
    super(dir)
    this.#sync = sync
  }

  // Relies on internals of one exact version: tests/endurance/durable-fs.test.ts shows that it is still called.
  override async init(pg: PGlite, options: Options): Promise<{ emscriptenOpts: Options }> {
    const { emscriptenOpts } = await super.init(pg, options)
    const makeReal: NonNullable<Options["preRun"]>[number] = (mod) => {
      const files = mod.NODEFS as unknown as NodeFileSystem
      files.stream_ops.fsync = (stream) => {
        this.#sync(stream.nfd)
        return 0
      }
      const { setattr } = files.node_ops
      files.node_ops.setattr = (node, change) =>
        setattr(node, change.mode == null ? change : { ...change, mode: change.mode & ~OTHERS })
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), makeReal] } }
  }
}
