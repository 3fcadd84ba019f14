import { expect, it } from 'vitest'
import { noteLines, notesIn } from './note-lines.ts'

it('lines have each note with its version, whatever spaces are in them', () => {
  const notes = [
    { path: 'a.md', hash: 'aa' },
    { path: 'a folder/b c.md', hash: 'bb unconfirmed' },
  ]
  expect(noteLines(notes)).toBe('aa\ta.md\nbb unconfirmed\ta folder/b c.md')
  expect([...notesIn(noteLines(notes))].map(([path, hash]) => ({ path, hash }))).toEqual(notes)
})

it('no notes are no lines, and lines that are none are left out', () => {
  expect(noteLines([])).toBe('')
  expect(notesIn('').size).toBe(0)
  expect(notesIn('x\n\naa\ta.md\n[REDACTED]')).toEqual(new Map([['a.md', 'aa']]))
})
