/** A tool that was once in a request, and so in its cache key, stays for the session. */
import { expect, it } from 'vitest'
import { ToolLatch } from './tool-latch.ts'

const tool = (name: string) => ({ name, description: name, inputSchema: { type: 'object' } }) as const
const [bash, read, write] = [tool('Bash'), tool('Read'), tool('Write')]

it('keeps a tool that is denied in the middle of a session, in its place, and leaves out what was denied before', () => {
  const latch = new ToolLatch()
  const all = [bash, read, write]
  const first = latch.list(all, [bash, write])
  expect(first).toEqual([bash, write])
  expect(JSON.stringify(latch.list(all, [write]))).toBe(JSON.stringify(first))
  // A denial that is lifted is news that the model needs: it costs the cache once.
  expect(latch.list(all, all)).toEqual(all)
  expect(latch.list(all, [])).toEqual(all)
  // Another session begins anew.
  expect(new ToolLatch().list(all, [read])).toEqual([read])
})
