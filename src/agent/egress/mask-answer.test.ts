import { expect, it } from 'vitest'
import { maskBody, maskText } from './mask-answer.ts'

const VALUES = ['key-abcdef-123', 'a2V5LWFiY2RlZi0xMjM', 'key-abc']
const TEXT = `before ${VALUES[0]} and ${VALUES[1]}, kkey-abcdef-123key-abc key-ab é end`
const MASKED = `before ${'*'.repeat(14)} and ${'*'.repeat(19)}, k${'*'.repeat(21)} key-ab é end`

async function masked(pieces: readonly Uint8Array[]): Promise<string> {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(piece)
      controller.close()
    },
  })
  return new Response(maskBody(body, VALUES)).text()
}

it('takes a value out wherever it is cut, and keeps every other byte and the length', async () => {
  const bytes = new TextEncoder().encode(TEXT)
  let cases = 0
  for (let one = 0; one <= bytes.length; one += 1) {
    for (const two of [one, Math.min(bytes.length, one + 1), Math.min(bytes.length, one + 9)]) {
      expect(await masked([bytes.slice(0, one), bytes.slice(one, two), bytes.slice(two)])).toBe(MASKED)
      cases += 1
    }
  }
  expect(await masked(Array.from(bytes, (byte) => new Uint8Array([byte])))).toBe(MASKED)
  expect(cases).toBeGreaterThan(200)
  expect(maskText(TEXT, VALUES)).toBe(MASKED)
})

it('hands on what breaks the body, and a reader that goes away', async () => {
  const broken = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new Uint8Array(50)),
    pull: (controller) => controller.error(new Error('cut off')),
  })
  await expect(new Response(maskBody(broken, VALUES)).text()).rejects.toThrow('cut off')
  let cancelled: unknown
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(50)),
    cancel: (reason) => (cancelled = reason),
  })
  const reader = maskBody(endless, VALUES).getReader()
  await reader.read()
  await reader.cancel('enough')
  expect(cancelled).toBe('enough')
})
