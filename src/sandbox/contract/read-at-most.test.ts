import { expect, it, vi } from 'vitest'
import { readAtMost } from './read-at-most.ts'

/** Gives these, then goes on as `then` says. */
function stream(pieces: number[][], then: (controller: ReadableStreamDefaultController<Uint8Array>) => void) {
  const cancel = vi.fn<() => void>()
  const left = pieces.map((piece) => Uint8Array.from(piece))
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const piece = left.shift()
    if (piece) controller.enqueue(piece)
    else then(controller)
  }
  return { body: new ReadableStream<Uint8Array>({ pull, cancel }, { highWaterMark: 0 }), left, cancel }
}
const ending = (...pieces: number[][]) => stream(pieces, (controller) => controller.close())

it('reads a body of exactly as many bytes as may come', async () => {
  const { body, cancel } = ending([1, 2], [3], [4])
  expect(await readAtMost(body, 4)).toEqual(Uint8Array.of(1, 2, 3, 4))
  expect(cancel).not.toHaveBeenCalled()
})

it('cancels a body with one byte more, and asks for no further piece', async () => {
  const { body, left, cancel } = ending([1, 2], [3, 4, 5], [6])
  expect(await readAtMost(body, 4)).toBeUndefined()
  expect(cancel).toHaveBeenCalledOnce()
  expect(left).toEqual([Uint8Array.of(6)])
})

it('takes a body that ends at once, and one that is not there, as empty', async () => {
  expect(await readAtMost(ending().body, 0)).toEqual(new Uint8Array())
  expect(await readAtMost(null, 0)).toEqual(new Uint8Array())
})

it('rejects with what the body fails with', async () => {
  const failure = new TypeError('The connection broke off.')
  const { body } = stream([[1]], (controller) => controller.error(failure))
  await expect(readAtMost(body, 4)).rejects.toBe(failure)
})

it('tells of each piece, also of the one that is too much', async () => {
  const told: number[] = []
  await readAtMost(ending([1, 2], [3], [4, 5], [6]).body, 4, (soFar) => told.push(soFar))
  expect(told).toEqual([2, 3, 5])
})
