// Turns the demonstration's own drawings into JPEG files, as a camera would have made them.
import sharp from "sharp"

const SVG_DECODER = "VipsForeignLoadSvg"

/** SVG is opened for these drawings of ours only: uploads must never reach that decoder. */
export async function drawn(svg: string): Promise<Uint8Array> {
  sharp.unblock({ operation: [SVG_DECODER] })
  try {
    return await sharp(Buffer.from(svg)).jpeg({ quality: 88 }).toBuffer()
  } finally {
    sharp.block({ operation: [SVG_DECODER] })
  }
}
