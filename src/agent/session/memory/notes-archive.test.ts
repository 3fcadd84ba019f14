import { describe, expect, it } from 'vitest'
import { NOTE_BYTES, NOTES_IMPORTED, NOTES_IMPORTED_BYTES } from '../../limits.ts'
import { readZip } from '../../../sandbox/archive/read-zip.ts'
import { buildZip } from '../../../sandbox/archive/test-support.ts'
import type { RawEntry } from '../../../sandbox/archive/test-support.ts'
import { RandomChoice } from '../../../testing/random-choice.ts'
import { seededRandom } from '../../../testing/seeded-random.ts'
import { IS_WHOLE, SEED } from '../../../testing/slice.ts'
import { packNotes, unpackNotes } from './notes-archive.ts'
import type { PackedNote } from './notes-archive.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const file = (name: string, text = 'Use tabs.') => ({ name, data: bytes(text) })
const zip = (...entries: RawEntry[]) => ({ name: 'notes.zip', data: buildZip(entries) })
const note = (path: string, text = 'Use tabs.\n'): PackedNote => ({
  path,
  text,
  origin: 'user',
  updatedAt: Date.UTC(2026, 10, 30),
})
const paths = async (...files: Parameters<typeof unpackNotes>[0]) =>
  (await unpackNotes(files)).notes.map(({ path }) => path)
const left = async (...files: Parameters<typeof unpackNotes>[0]) =>
  Object.fromEntries((await unpackNotes(files)).left.map(({ name, reason }) => [name, reason]))

describe('packed notes', () => {
  const notes = [
    note('x.md'),
    note('MEMORY.md', 'Ü 😀'),
    note('everywhere/a b.md', ''),
    note('logs/2026/11/2026-11-30.md'),
  ]

  it('are the same bytes for the same notes', async () => {
    expect(await packNotes(notes)).toEqual(await packNotes(notes.toReversed()))
  })

  it('are in one folder, as others pack theirs', async () => {
    const read = await readZip(await packNotes(notes), {
      signal: new AbortController().signal,
      isWhole: true,
    })
    expect(read.ok && read.value.entries.map(({ path }) => path)).toEqual([
      'memory/MEMORY.md',
      'memory/everywhere/a b.md',
      'memory/logs/2026/11/2026-11-30.md',
      'memory/x.md',
    ])
  })

  it('come back', async () => {
    for (const some of [notes, [note('everywhere/x.md')], [note('logs/2026/11/2026-11-30.md')], []]) {
      const unpacked = await unpackNotes([{ name: 'a.zip', data: await packNotes(some) }])
      const sorted = some.toSorted((a, b) => (a.path < b.path ? -1 : 1))
      expect(unpacked.notes).toEqual(sorted.map(({ path, text }) => ({ path, text })))
      expect(unpacked.left).toHaveLength(some.length === 0 ? 1 : 0)
    }
  })

  it('come back whatever their time and their text', async () => {
    const odd = [0, -1, 1e15, Number.NaN].map((updatedAt, number) => ({
      ...note(`${number}.md`, '\u0001\r\n'),
      updatedAt,
    }))
    const unpacked = await unpackNotes([{ name: 'a.zip', data: await packNotes(odd) }])
    expect(unpacked.notes.map(({ text }) => text)).toEqual(Array(4).fill('\u0001\r\n'))
  })
})

describe('taken in', () => {
  it('are Markdown files, without a mark before their text', async () => {
    expect(await unpackNotes([file('x.md'), file('/memory/a/Y.MD', '\uFEFFUse\r\ntabs.')])).toMatchObject({
      notes: [
        { path: 'x.md', text: 'Use tabs.' },
        { path: 'a/Y.md', text: 'Use\r\ntabs.' },
      ],
      left: [],
    })
  })

  it('are those of a zip, without the one folder that all are in', async () => {
    const data = bytes('Use tabs.')
    expect(
      await paths(zip({ name: 'memory/' }, { name: 'memory/x.md', data }, { name: 'memory/a/y.md', data })),
    ).toEqual(['x.md', 'a/y.md'])
    expect(await paths(zip({ name: 'a/x.md', data }, { name: 'y.md', data }))).toEqual(['a/x.md', 'y.md'])
    expect(await paths(zip({ name: 'a/x.md', data }, { name: '__MACOSX/a/._x.md', data }))).toEqual(['x.md'])
  })

  it('are in the folders of the memory itself', async () => {
    const data = bytes('Use tabs.')
    expect(await paths(zip({ name: 'everywhere/x.md', data }))).toEqual(['everywhere/x.md'])
    expect(await paths(zip({ name: 'logs/2026/11/2026-11-30.md', data }))).toEqual([
      'logs/2026/11/2026-11-30.md',
    ])
  })

  it('are not more than may be', async () => {
    const many = Array.from({ length: NOTES_IMPORTED + 2 }, (_, number) => file(`${number}.md`))
    const unpacked = await unpackNotes(many)
    expect(unpacked.notes).toHaveLength(NOTES_IMPORTED)
    expect(unpacked.left).toEqual([
      { name: '500.md', reason: 'Only 500 notes are taken in at once.' },
      { name: '501.md', reason: 'Only 500 notes are taken in at once.' },
    ])
    const large = 'a'.repeat(NOTE_BYTES)
    const all = await unpackNotes(Array.from({ length: 130 }, (_, number) => file(`${number}.md`, large)))
    expect([all.notes.length, all.left.length]).toEqual([NOTES_IMPORTED_BYTES / NOTE_BYTES, 2])
    expect(all.left[0]?.reason).toBe('Only 8 MB are taken in at once.')
  })
})

describe('left, with the reason', () => {
  it.each([
    ['a file that is no Markdown', file('x.txt'), 'no Markdown file'],
    ['a file without a name', file(''), 'no Markdown file'],
    ['a hidden file', file('.x.md'), 'begins with a dot'],
    ['a way out', file('../x.md'), 'leads out'],
    ['another place', file('/etc/x.md'), 'notes are in /memory'],
    ['a hidden character', file('a\u202e.md'), 'not seen'],
    ['a large file', file('x.md', 'a'.repeat(NOTE_BYTES + 1)), 'has 65537 bytes; a note may have 65536'],
    [
      'bytes that are no text',
      { name: 'x.md', data: Uint8Array.of(0xff, 0xfe, 0x41, 0) },
      'no text in UTF-8',
    ],
    ['a broken character', { name: 'x.md', data: Uint8Array.of(0xc3) }, 'no text in UTF-8'],
    ['half a character', { name: 'x.md', data: Uint8Array.of(0xed, 0xa0, 0x80) }, 'no text in UTF-8'],
    ['a text with zeros', file('x.md', 'a\0b'), 'no text in UTF-8'],
    ['an empty zip', zip(), 'archive is empty'],
    ['no zip', file('a.zip', 'PK'), 'cut off'],
    ['nothing', { name: 'a.zip', data: new Uint8Array() }, 'The file is empty'],
    ['another archive', { name: 'a.zip', data: Uint8Array.of(0x1f, 0x8b) }, 'a gzip file'],
    ['a huge zip', { name: 'a.zip', data: new Uint8Array(NOTES_IMPORTED_BYTES + 1) }, 'Only 8 MB'],
  ])('%s', async (_, given, reason) => {
    expect((await left(given))[given.name]).toContain(reason)
    expect(await paths(given)).toEqual([])
  })

  it.each([
    ['a way out', { name: '../x.md' }, 'leads out'],
    ['an absolute path', { name: '/x.md' }, 'absolute'],
    ['a backslash', { name: 'a\\x.md' }, 'backslash'],
    ['the same name twice', { name: 'y.md' }, 'twice'],
    ['a device', { name: 'x.md', unixMode: 0o020644 }, 'special file'],
    ['a link that leads out', { name: 'x.md', data: bytes('../y.md'), unixMode: 0o120777 }, 'leads out'],
    ['encryption', { name: 'x.md', flags: 1 }, 'encrypted'],
    ['another method', { name: 'x.md', method: 14 }, 'method 14'],
    ['a wrong checksum', { name: 'x.md', data: bytes('a'), crc: 7 }, 'checksum'],
    ['a wrong size', { name: 'x.md', data: bytes('aaa'), size: 2 }, 'damaged'],
    ['an overlap', { name: 'x.md', sameOffsetAs: 0 }, 'overlaps'],
    ['bytes that grow a thousand times', { name: 'x.md', data: new Uint8Array(20 * 1024 * 1024) }, 'bombs'],
    [
      'more bytes than may be',
      {
        name: 'x.bin',
        data: Uint8Array.from({ length: NOTES_IMPORTED_BYTES + 1 }, (__, at) => (at * at) % 251),
      },
      'at most 8388608',
    ],
    ['a size that lies', { name: 'x.md', data: bytes('a'), size: 0xfffffff0 }, 'large'],
  ])('a whole zip that has %s', async (_, entry: RawEntry, reason) => {
    const given = zip({ name: 'y.md', data: bytes('Use tabs.') }, entry)
    expect(await left(given)).toEqual({ 'notes.zip': expect.stringContaining(reason) })
    expect(await paths(given)).toEqual([])
    expect(await paths(given, file('z.md'))).toEqual(['z.md'])
  })

  it('single entries of a zip', async () => {
    const data = bytes('Use tabs.')
    const given = zip(
      { name: 'a/y.md', data },
      { name: 'a/link.md', data: bytes('y.md'), unixMode: 0o120777 },
      { name: 'a/x.bin', data },
      { name: 'a/notes.zip', data: buildZip([{ name: 'y.md', data }]) },
      { name: 'a/.hidden.md', data },
      { name: 'a/empty/' },
      { name: 'a/broken.md', data: Uint8Array.of(0xff) },
    )
    expect(await paths(given)).toEqual(['y.md'])
    expect(await left(given)).toEqual({
      'a/link.md': 'It is a link.',
      'a/x.bin': expect.stringContaining('no Markdown'),
      'a/notes.zip': expect.stringContaining('no Markdown'),
      'a/.hidden.md': expect.stringContaining('begins with a dot'),
      'a/broken.md': expect.stringContaining('UTF-8'),
    })
  })

  it('a second file of one name, however it is spelled', async () => {
    const reasons = await left(
      file('x.md', 'first'),
      file('/memory/./x.md'),
      zip({ name: 'a/x.md', data: bytes('b') }),
    )
    expect(reasons).toEqual({
      '/memory/./x.md': 'Another file of that name was taken.',
      'a/x.md': 'Another file of that name was taken.',
    })
    expect(await left(file('U\u0308.md'), file('Ü.md'))).toEqual({
      'Ü.md': 'Another file of that name was taken.',
    })
  })

  it('thousands of files, of which some are named', async () => {
    const given = Array.from({ length: NOTES_IMPORTED + 7 }, (_, number) => file(`${number}.txt`))
    const { left: others } = await unpackNotes(given)
    expect(others).toHaveLength(NOTES_IMPORTED + 1)
    expect(others.at(-1)).toEqual({ name: '7 more', reason: 'They were left, too.' })
  })

  it('whatever is damaged, and nothing is thrown', async () => {
    const good = await packNotes([note('x.md'), note('a/y.md', 'b'.repeat(500))])
    const choice = new RandomChoice(seededRandom(SEED))
    for (let count = 0; count < (IS_WHOLE ? 5_000 : 300); count += 1) {
      const bad = good.slice(0, choice.below(3) === 0 ? choice.below(good.length) : good.length)
      if (bad.length > 0) bad[choice.below(bad.length)] = choice.below(256)
      const { notes, left: others } = await unpackNotes([{ name: 'a.zip', data: bad }])
      expect(notes.length + others.length).toBeGreaterThan(0)
    }
  })
})
