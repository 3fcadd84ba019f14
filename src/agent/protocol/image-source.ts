import type { ImageBlock } from './messages.ts'

/** An image as a page shows it. */
export function imageSource({ source }: ImageBlock): string {
  return `data:${source.media_type};base64,${source.data}`
}
