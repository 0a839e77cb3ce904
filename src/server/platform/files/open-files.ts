// Opens the file storage: a bucket if the operator names one, otherwise DATA_DIR.
import type { Config } from "../config/config.ts"
import type { Log } from "../log.ts"
import type { Tracing } from "../tracing/tracing.ts"
import { createDiskFiles } from "./disk-files.ts"
import type { Files } from "./files.ts"
import { createS3Files } from "./s3-files.ts"

/** @param incoming a folder on the same disk as DATA_DIR for unfinished files */
export function openFiles(config: Config, incoming: string, log: Log, tracing: Tracing | null = null): Files {
  if (config.S3_ENDPOINT === null) return createDiskFiles(`${config.DATA_DIR}/files`, incoming)
  const files = createS3Files(
    {
      endpoint: config.S3_ENDPOINT,
      bucket: config.S3_BUCKET ?? "",
      region: config.S3_REGION ?? "",
      accessKeyId: config.S3_ACCESS_KEY_ID ?? "",
      secretAccessKey: config.S3_SECRET_ACCESS_KEY ?? "",
      isPathStyle: config.S3_PATH_STYLE ?? true,
    },
    log,
  )
  return tracing === null ? files : traced(files, tracing)
}

/** Without the paths: they hold the ids of people. */
function traced(files: Files, { outgoing }: Tracing): Files {
  const span = <T>(method: string, work: () => Promise<T>) =>
    outgoing(`S3 ${method}`, { "rpc.system": "aws-api", "http.request.method": method }, work)
  return {
    ...files,
    write: (path, bytes) => span("PUT", () => files.write(path, bytes)),
    read: (path) => span("GET", () => files.read(path)),
    delete: (path) => span("DELETE", () => files.delete(path)),
  }
}
