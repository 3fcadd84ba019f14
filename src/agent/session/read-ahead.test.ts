import { expect, it } from 'vitest'
import { ReadAhead } from './read-ahead.ts'

it('gives what was begun once, and reads anew after that', async () => {
  let reads = 0
  const ahead = new ReadAhead(async () => (reads += 1))
  expect(await ahead.take()).toBe(1)
  ahead.begin()
  expect(reads).toBe(2)
  expect(await ahead.take()).toBe(2)
  expect(await ahead.take()).toBe(3)
  ahead.begin()
  ahead.begin()
  expect(await ahead.take()).toBe(5)
})

it('fails where it is taken, not where it is begun', async () => {
  const ahead = new ReadAhead(() => Promise.reject(new Error('The disk is gone.')))
  ahead.begin()
  await new Promise((resolve) => setTimeout(resolve))
  await expect(ahead.take()).rejects.toThrow('The disk is gone.')
})
