/** Unsaved text that a browser stores. */
import { afterEach, expect, it } from 'vitest'
import { readKept, writeKept } from './unsaved-text.ts'

afterEach(() => localStorage.clear())

const text = (path: string, content: string) => ({ path, text: content, base: undefined })

it('keeps unsaved text, but not the values of a file with secrets', () => {
  const texts = [text('a.js', 'let a'), text('config/.env.local', 'TOKEN=hunter2')]
  const unkept = writeKept('s', { open: ['a.js', 'config/.env.local'], active: 'a.js', texts })
  expect(unkept).toEqual(['config/.env.local'])
  expect(readKept('s').texts).toEqual([text('a.js', 'let a')])
  expect(JSON.stringify({ ...localStorage })).not.toContain('hunter2')
})
