/**
 * A picture as a request takes it. It is decoded and encoded anew: what only calls itself a picture is found out, what is
 * larger than models look at is made smaller, and what a camera has written into it (place, device) stays here.
 */
import type { ImageBlock } from '../../../agent/protocol/messages.ts'
import { IMAGE_SIDE, PNG_BYTES } from '../../limits.ts'

/** Undefined for what the browser cannot decode. */
export async function prepareImage(file: Blob): Promise<ImageBlock | undefined> {
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap) return undefined
  const scale = Math.min(1, IMAGE_SIDE / Math.max(bitmap.width, bitmap.height))
  const width = Math.max(1, Math.round(bitmap.width * scale))
  const height = Math.max(1, Math.round(bitmap.height * scale))
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) return undefined
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  const png = await canvas.convertToBlob({ type: 'image/png' })
  // A photograph: as JPEG a tenth of the size, and nobody sees the difference.
  const blob = png.size <= PNG_BYTES ? png : await asJpeg(canvas, context)
  const data = base64(new Uint8Array(await blob.arrayBuffer()))
  const media_type = blob.type === 'image/png' ? 'image/png' : 'image/jpeg'
  return { type: 'image', source: { type: 'base64', media_type, data } }
}

/** JPEG knows no transparency, and would make it black. */
function asJpeg(canvas: OffscreenCanvas, context: OffscreenCanvasRenderingContext2D): Promise<Blob> {
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.85 })
}

function base64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 0x8000)
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(text)
}
