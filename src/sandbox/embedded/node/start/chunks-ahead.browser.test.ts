/** Parts of the library that a waiting worker imports, with scripts of the browser's own. */
import { expect, test } from 'vitest'
import { ChunksAhead } from './chunks-ahead.ts'
import type { LoadedChunk } from '../library.ts'

const chunk = (name: LoadedChunk, before = ''): string =>
  URL.createObjectURL(
    new Blob([`${before}registerNodeLibrary('${name}', { "a"() { return '${name}' } }, [])`], {
      type: 'text/javascript',
    }),
  )
const isVisible = (): boolean => 'registerNodeLibrary' in globalThis

test('what was imported while nobody ran is there, and what it came by is gone from the global object', async () => {
  const ahead = new ChunksAhead()
  await ahead.begin([chunk('common'), chunk('rare')])
  ahead.end()
  expect(isVisible()).toBe(false)
  expect(ahead.take('common')?.[1]['a']?.()).toBe('common')
  expect(ahead.take('rare')?.[1]['a']?.()).toBe('rare')
  expect(ahead.take('web')).toBe(undefined)
})

test('a program that starts meanwhile sees nothing of it, and what comes late or not at all is not taken', async () => {
  const ahead = new ChunksAhead()
  const late = ahead.begin([
    chunk('common', 'await new Promise((resolve) => setTimeout(resolve, 50));'),
    chunk('rare'),
  ])
  ahead.end()
  expect(isVisible()).toBe(false)
  await late
  expect([ahead.take('common'), ahead.take('rare')]).toEqual([undefined, undefined])
  await ahead.begin([chunk('rare')])
  expect(ahead.take('rare')).toBe(undefined)
  const broken = new ChunksAhead()
  await broken.begin([chunk('common', 'throw new Error("not there");')])
  broken.end()
  expect(broken.take('common')).toBe(undefined)
})
