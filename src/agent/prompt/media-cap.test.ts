/** No more images than a request may have, the oldest left out first. */
import { describe, expect, it } from 'vitest'
import type { ImageBlock, Message } from '../protocol/messages.ts'
import { withinMediaCap } from './media-cap.ts'

const image = (data: string): ImageBlock => ({
  type: 'image',
  source: { type: 'base64', media_type: 'image/png', data },
})
/** One image a message: by turns the person's, and a result's. */
const conversation = (count: number): Message[] =>
  Array.from({ length: count }, (_, index) => ({
    role: 'user',
    content:
      index % 2 === 0
        ? [{ type: 'text', text: `look ${index}` }, image(`i${index}`)]
        : [{ type: 'tool_result', tool_use_id: `${index}`, content: [image(`i${index}`)], is_error: false }],
  }))
const imagesOf = (messages: readonly Message[]) =>
  [...JSON.stringify(messages).matchAll(/"data":"(i\d+)"/g)].map(([, name]) => name)

describe('images of a request', () => {
  it('are all there up to the limit', () => {
    const messages = conversation(100)
    expect(withinMediaCap(messages)).toBe(messages)
  })

  it('are left out oldest first beyond it, with words in their place', () => {
    const messages = conversation(101)
    const capped = withinMediaCap(messages)
    expect(imagesOf(capped)).toEqual(imagesOf(messages).slice(10))
    expect(capped[0]?.content).toEqual([
      { type: 'text', text: 'look 0' },
      { type: 'text', text: expect.stringContaining('was here') },
    ])
    expect(capped[1]?.content).toMatchObject([
      { type: 'tool_result', content: [{ type: 'text', text: expect.stringContaining('left out') }] },
    ])
    expect(imagesOf(messages)).toHaveLength(101)
  })

  it('are left out by steps, so that the beginning stays the same for ten images more', () => {
    const all = conversation(131)
    const capped = (count: number) => withinMediaCap(all.slice(0, count))
    for (let count = 102; count <= 110; count++) {
      // The very same objects: clients keep what they have made of them.
      expect(
        capped(count)
          .slice(0, 101)
          .every((message, index) => message === capped(101)[index]),
      ).toBe(true)
    }
    expect(imagesOf(capped(111))).toHaveLength(91)
    expect(imagesOf(capped(131))).toHaveLength(91)
  })

  it('are counted within one message, too', () => {
    const many: Message = {
      role: 'user',
      content: Array.from({ length: 103 }, (_, index) => image(`i${index}`)),
    }
    expect(imagesOf(withinMediaCap([many]))).toHaveLength(93)
    expect(imagesOf(withinMediaCap([many]))[0]).toBe('i10')
  })
})
