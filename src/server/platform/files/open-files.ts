// Opens the file storage: a bucket if the operator names one, otherwise DATA_DIR.
import type { Config } from "../config/config.ts"
import type { Log } from "../log.ts"
import { createDiskFiles } from "./disk-files.ts"
import type { Files } from "./files.ts"
import { createS3Files } from "./s3-files.ts"

/** @param incoming a folder on the same disk as DATA_DIR for unfinished files */
export function openFiles(config: Config, incoming: string, log: Log): Files {
  if (config.S3_ENDPOINT === null) return createDiskFiles(`${config.DATA_DIR}/files`, incoming)
  return createS3Files(
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
}
