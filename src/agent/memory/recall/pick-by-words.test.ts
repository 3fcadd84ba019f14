import { describe, expect, it } from 'vitest'
import { PICK_HEAD_LINES, PICK_NOTES } from '../../limits.ts'
import { NoteShelves } from './note-shelves.ts'
import type { NoteTexts } from './note-shelves.ts'
import { pickByWords } from './pick-by-words.ts'
import { pickNote } from './test-support.ts'

/** Reads these, and notes which were read. */
function reader(texts: Readonly<Record<string, string>>) {
  const asked: string[] = []
  const read: NoteTexts = async (paths) => {
    asked.push(...paths)
    return new Map(
      paths.flatMap((path) => {
        const text = texts[path]
        return text === undefined ? [] : [[path, { hash: `hash-of-${path}`, text }] as const]
      }),
    )
  }
  return { read, asked }
}

async function picked(said: string, texts: Readonly<Record<string, string>>) {
  const notes = Object.keys(texts).map((path) => pickNote(path))
  const shelves = await new NoteShelves().of(notes, reader(texts).read)
  return pickByWords(said, shelves).map(({ path }) => path)
}

const PORTS = 'The server of the tests listens on port 4000.'
const DEPLOY = 'Deploy on Fridays only with two reviews.'
/** Ten notes that share a word. */
const MANY = Object.fromEntries(
  Array.from({ length: 10 }, (_, at) => [`n${at}.md`, `A fact about the server, number ${at * 7}.`]),
)

describe('notes are picked by the words of a message', () => {
  it('where they have two that few notes have', async () => {
    const notes = { ...MANY, 'ports.md': PORTS, 'deploy.md': DEPLOY }
    expect(await picked('Which port do tests use there?', notes)).toEqual(['ports.md'])
    expect(await picked('Is all that we deploy reviewed by anybody?', notes)).toEqual(['deploy.md'])
    expect(await picked('Deploy the server and mend a parser.', notes)).toEqual([])
    // A word that many have says nothing.
    expect(await picked('Tell a server fact about reviews.', notes)).toEqual([])
  })

  it('by name and description, too', async () => {
    const named = { title: 'Ports', description: 'Where listeners stand' }
    const text = '---\nname: Ports\ndescription: Where listeners stand\n---\nFour thousand.\n'
    const { read } = reader({ 'a.md': text })
    const shelves = await new NoteShelves().of([pickNote('a.md', named)], read)
    expect(pickByWords('Where do the listeners for ports begin?', shelves)).toHaveLength(1)
    // The frontmatter itself is no text.
    expect(pickByWords('name description', shelves)).toEqual([])
  })

  it('by all words of a short message', async () => {
    const notes = { 'ports.md': PORTS, 'deploy.md': DEPLOY }
    expect(await picked('port?', notes)).toEqual(['ports.md'])
    expect(await picked('tests port', notes)).toEqual(['ports.md'])
    expect(await picked('deploy port', notes)).toEqual([])
  })

  it('no more than five, the best first', async () => {
    const notes = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [
        `n${at}.md`,
        at < 8 ? `Deploy with reviews${at === 6 ? ' of Fridays' : ''}.` : 'Nothing.',
      ]),
    )
    const found = await picked('Deploy on Fridays with reviews, please.', notes)
    expect(found).toHaveLength(PICK_NOTES)
    expect(found[0]).toBe('n6.md')
  })

  it.each([
    ['nothing', ''],
    ['common words', 'and so on'],
    ['signs', '???'],
    ['half a character', '\uD83D'],
    ['a huge word', 'x'.repeat(100_000)],
    ['huge nonsense', 'y z '.repeat(100_000)],
  ])('none for %s', async (_, said) => {
    expect(await picked(said, { 'ports.md': PORTS })).toEqual([])
  })

  it('by the beginnings of notes alone', async () => {
    const text = (before: number) => `${'Nothing.\n'.repeat(before)}${PORTS}`
    const said = 'Which port do the tests use?'
    expect(await picked(said, { 'a.md': text(PICK_HEAD_LINES - 1) })).toEqual(['a.md'])
    expect(await picked(said, { 'a.md': text(PICK_HEAD_LINES) })).toEqual([])
    expect(await picked(said, { 'a.md': `${'x '.repeat(5_000)}${PORTS}` })).toEqual([])
  })
})

describe('the beginnings of notes', () => {
  it('are read once for each version', async () => {
    const shelves = new NoteShelves()
    const { read, asked } = reader({ 'a.md': PORTS, 'b.md': DEPLOY })
    const [a, b] = [pickNote('a.md'), pickNote('b.md')]
    await shelves.of([a, b], read)
    await shelves.of([b, a], read)
    expect(asked).toEqual(['a.md', 'b.md'])
    // One that was away for a while is known still.
    await shelves.of([a], read)
    await shelves.of([a, b], read)
    expect(asked).toEqual(['a.md', 'b.md'])
  })

  it('of notes that have changed meanwhile or cannot be read are left out', async () => {
    const { read } = reader({ 'a.md': PORTS })
    const notes = [pickNote('a.md', { hash: 'newer' }), pickNote('b.md')]
    expect((await new NoteShelves().of(notes, read)).notes.size).toBe(0)
  })
})
