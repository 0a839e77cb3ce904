// Reads a QR code from a picture of the camera: by the browser where it can, otherwise by a library that is loaded then.

interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>
}
interface DetectorClass {
  new (options: { formats: string[] }): Detector
  getSupportedFormats(): Promise<string[]>
}

/** The text of the code in the picture; null when there is none. */
export type CodeReader = (video: HTMLVideoElement) => Promise<string | null>

export async function createCodeReader(): Promise<CodeReader> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass }
  const formats: string[] = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? []
  if (BarcodeDetector === undefined || !formats.includes("qr_code")) return loadedReader()
  const detector = new BarcodeDetector({ formats: ["qr_code"] })
  return async (video) => (await detector.detect(video))[0]?.rawValue ?? null
}

/** Larger pictures take phones longer to search than they gain. */
const SIDE_PX = 640

async function loadedReader(): Promise<CodeReader> {
  const { default: jsQR } = await import("jsqr")
  const canvas = document.createElement("canvas")
  const context = canvas.getContext("2d", { willReadFrequently: true })
  return async (video) => {
    const { videoWidth, videoHeight } = video
    if (context === null || videoWidth === 0) return null
    const scale = Math.min(1, SIDE_PX / Math.max(videoWidth, videoHeight))
    canvas.width = Math.round(videoWidth * scale)
    canvas.height = Math.round(videoHeight * scale)
    context.drawImage(video, 0, 0, canvas.width, canvas.height)
    const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height)
    return jsQR(data, width, height)?.data || null
  }
}
