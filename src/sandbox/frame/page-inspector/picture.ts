/**
 * A picture of the page without a permission: its elements are drawn once more, as an SVG. It is near to what the browser
 * shows and not the same: no content of other origins, no video, no pseudo-classes such as :hover.
 */
import { domToCanvas } from 'modern-screenshot'
import type { PagePicture } from '../../page/page-act.ts'
import { PAGE_PICTURE_MS, PAGE_PICTURE_SIDE } from '../../contract/limits.ts'
import { delay } from './settle.ts'
import { Refusal, wordsFor } from './target.ts'

/** JPEG where PNG would be large: photographs. */
const PNG_BYTES = 1_000_000

export async function takePicture(target: Element | undefined): Promise<PagePicture> {
  target?.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { width, height } = target?.getBoundingClientRect() ?? { width: innerWidth, height: innerHeight }
  if (width < 1 || height < 1)
    throw new Refusal(
      target ? `${wordsFor(target)} has no size.` : 'The page has no size: it is not laid out.',
    )
  const scale = Math.min(1, PAGE_PICTURE_SIDE / Math.max(width, height))
  const drawing = domToCanvas(target ?? document.documentElement, {
    width,
    height,
    scale,
    timeout: PAGE_PICTURE_MS / 3,
    backgroundColor: backgroundOf(target),
    // The window's part of the page.
    ...(target
      ? {}
      : { style: { transform: `translate(${-scrollX}px, ${-scrollY}px)`, transformOrigin: '0 0' } }),
  })
  const canvas = await Promise.race([drawing, delay(PAGE_PICTURE_MS)])
  if (!canvas)
    throw new Refusal(
      `The picture was not done after ${PAGE_PICTURE_MS / 1000} s. Take one of an element, or a snapshot.`,
    )
  const png = await blobOf(canvas, 'image/png')
  const blob = png.size > PNG_BYTES ? await blobOf(canvas, 'image/jpeg') : png
  return {
    type: blob.type === 'image/jpeg' ? 'image/jpeg' : 'image/png',
    bytes: new Uint8Array(await blob.arrayBuffer()),
    width: canvas.width,
    height: canvas.height,
  }
}

function blobOf(canvas: HTMLCanvasElement, type: PagePicture['type']): Promise<Blob> {
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) =>
        blob
          ? resolve(blob)
          : reject(new Refusal('The picture could not be made: it has no size or is too large.')),
      type,
      0.8,
    ),
  )
}

/** Background colour seen behind the element: its own or the nearest ancestor's. */
function backgroundOf(target: Element | undefined): string {
  for (let at: Element | null = target ?? document.body; at; at = at.parentElement) {
    const colour = getComputedStyle(at).backgroundColor
    if (!/^(transparent|rgba\(.*, 0\))$/.test(colour)) return colour
  }
  return '#fff'
}
