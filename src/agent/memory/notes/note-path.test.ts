import { describe, expect, it } from 'vitest'
import { NOTE_FOLDERS, NOTE_PATH_CHARS } from '../../limits.ts'
import { RandomChoice } from '../../../testing/random-choice.ts'
import { seededRandom } from '../../../testing/seeded-random.ts'
import { IS_WHOLE, SEED } from '../../../testing/slice.ts'
import { freePath, isDaily, isIndex, notePath, scopeOf } from './note-path.ts'

function refusal(path: string): string {
  const result = notePath(path)
  return result.ok
    ? `taken as ${result.value}`
    : `${result.error.kind}: ${result.error.message} ${result.error.hint}`
}

describe('the path of a note', () => {
  it.each([
    ['x.md', 'x.md'],
    ['/memory/x.md', 'x.md'],
    ['./x.md', 'x.md'],
    ['a//b/./x.md', 'a/b/x.md'],
    ['a/../x.md', 'x.md'],
    ['/memory//everywhere/x.md', 'everywhere/x.md'],
    ['logs/2026/11/2026-11-30.md', 'logs/2026/11/2026-11-30.md'],
    ['MEMORY.md', 'MEMORY.md'],
    ['memory/x.md', 'memory/x.md'],
    ['Über uns (1), a+b=c.md', 'Über uns (1), a+b=c.md'],
    ['メモ.md', 'メモ.md'],
    ['U\u0308ber.md', 'Über.md'],
    ['a.b.md', 'a.b.md'],
    [`${'a/'.repeat(NOTE_FOLDERS)}x.md`, `${'a/'.repeat(NOTE_FOLDERS)}x.md`],
    [`${'a'.repeat(NOTE_PATH_CHARS - 3)}.md`, `${'a'.repeat(NOTE_PATH_CHARS - 3)}.md`],
  ])('%j is %j', (given, path) => {
    expect(notePath(given)).toEqual({ ok: true, value: path })
  })

  it.each([
    ['', 'it is empty'],
    [' ', 'it is empty'],
    ['/', 'notes are in /memory'],
    ['.', 'names no file'],
    ['/memory', 'names no file'],
    ['/memory/', 'names no file'],
    ['a/..', 'names no file'],
    ['..', 'leads out'],
    ['../x.md', 'leads out'],
    ['a/../../x.md', 'leads out'],
    ['/memory/../workspace/x.md', 'leads out'],
    ['/memory/../memory/x.md', 'leads out'],
    ['/workspace/x.md', 'notes are in /memory'],
    ['/memoryx/x.md', 'notes are in /memory'],
    ['//memory/x.md', 'notes are in /memory'],
    ['x', '".md"'],
    ['x.txt', '".md"'],
    ['x.MD', '".md"'],
    ['x.md/', 'taken as x.md'],
    ['.md', 'begins with a dot'],
    ['.hidden.md', 'begins with a dot'],
    ['.git/x.md', 'begins with a dot'],
    ['...md', 'begins with a dot'],
    ['a\\x.md', 'backslash'],
    ['C:\\x.md', 'backslash'],
    ['C:x.md', 'one of the signs'],
    ['a?.md', 'one of the signs'],
    ['a](b.md', 'one of the signs'],
    ['a`.md', 'one of the signs'],
    ['<a>.md', 'one of the signs'],
    ['a"b.md', 'one of the signs'],
    ['a /x.md', 'space'],
    ['a./x.md', 'dot'],
    [' x.md', 'space'],
    ['x .md', 'taken as x .md'],
    ['x.md ', '".md"'],
    ['x.md.', '".md"'],
    ['a.md/x.md', 'the name of a note'],
    ['a\0.md', 'not seen'],
    ['a\n.md', 'not seen'],
    ['a\t.md', 'not seen'],
    ['a\u007f.md', 'not seen'],
    ['a\u0085.md', 'not seen'],
    ['a\u202e.md', 'not seen'],
    ['a\u200b.md', 'not seen'],
    ['a\u200d.md', 'not seen'],
    ['a\ufe0f.md', 'not seen'],
    ['a\u00a0b.md', 'not seen'],
    ['a\u3000b.md', 'not seen'],
    ['a\u3164b.md', 'not seen'],
    ['a\u{e0041}b.md', 'not seen'],
    ['a\ue000b.md', 'not seen'],
    ['a\ud800b.md', 'not seen'],
    ['\ufeffx.md', 'not seen'],
    [`${'a/'.repeat(NOTE_FOLDERS + 1)}x.md`, `more than ${NOTE_FOLDERS} folders`],
    [`${'a'.repeat(NOTE_PATH_CHARS - 2)}.md`, `more than ${NOTE_PATH_CHARS} characters`],
    ['a/'.repeat(100_000), `more than ${NOTE_PATH_CHARS} characters`],
    [`${'あ'.repeat(90)}.md`, 'more than 255 bytes'],
  ])('%j is refused: %s', (given, why) => {
    expect(refusal(given)).toContain(why)
  })

  it('that is refused is named in the message, as one line that hides nothing', () => {
    expect(refusal('a\u202e\n"/../..')).toBe(
      'invalid: No note can have the path "a[U+202E]\\n\\"/../..": it has characters that are not seen. A note is a Markdown file at /memory, such as /memory/tests.md, or /memory/everywhere/language.md for all projects.',
    )
  })

  it('is the same when it is taken again, whatever it is', () => {
    const choice = new RandomChoice(seededRandom(SEED))
    const parts = [
      'a',
      'B',
      '.',
      '..',
      '/',
      '//',
      './',
      '../',
      ' ',
      '.md',
      '.md',
      '/memory/',
      'é',
      'e\u0301',
      '\u200b',
      '\\',
      '?',
      '日',
    ]
    let taken = 0
    for (let count = 0; count < (IS_WHOLE ? 100_000 : 5_000); count += 1) {
      const given = Array.from({ length: 1 + choice.below(6) }, () => choice.oneOf(parts)).join('')
      const result = notePath(given)
      if (!result.ok) continue
      taken += 1
      expect(notePath(result.value)).toEqual(result)
      expect(notePath(`/memory/${result.value}`)).toEqual(result)
      expect(result.value).toMatch(/^(?!\/)(?!.*(?:^|\/)\.).+\.md$/)
    }
    expect(taken).toBeGreaterThan(30)
  })
})

describe('a path says', () => {
  it('of which projects the note is', () => {
    expect(scopeOf('everywhere/x.md')).toBe('everywhere')
    for (const path of ['x.md', 'everywhere.md', 'a/everywhere/x.md', 'logs/x.md'])
      expect(scopeOf(path)).toBe('project')
  })

  it.each([
    ['logs/2026/11/2026-11-30.md', true],
    ['everywhere/logs/2026/11/2026-11-30.md', true],
    ['logs/2026/12/2026-11-30.md', false],
    ['logs/2025/11/2026-11-30.md', false],
    ['logs/2026/11/x.md', false],
    ['a/logs/2026/11/2026-11-30.md', false],
    ['2026-11-30.md', false],
  ])('whether it is dated: %s', (path, is) => {
    expect(isDaily(path)).toBe(is)
  })

  it.each([
    ['MEMORY.md', true],
    ['everywhere/MEMORY.md', true],
    ['memory.md', false],
    ['a/MEMORY.md', false],
    ['everywhere/a/MEMORY.md', false],
  ])('whether it is a list of notes: %s', (path, is) => {
    expect(isIndex(path)).toBe(is)
  })
})

describe('a free path', () => {
  it.each([
    ['Always use pnpm, never npm!', 'always-use-pnpm-never-npm.md'],
    ['one two three four five six seven', 'one-two-three-four-five-six.md'],
    ['Größe über Œuvre, Łódź', 'grosse-uber-oeuvre-lodz.md'],
    ['Don’t ask; it’s fine', 'dont-ask-its-fine.md'],
    ['# **Bold** `code`', 'bold-code.md'],
    ['请始终使用制表符', 'note.md'],
    ['../../etc/passwd', 'etc-passwd.md'],
    ['', 'note.md'],
    ['!!!', 'note.md'],
    ['Memory', 'note.md'],
    ['ＦＵＬＬ width', 'full-width.md'],
    [`${'a'.repeat(1_000)} b`, `${'a'.repeat(40)}.md`],
    [`${'a'.repeat(30)} ${'b'.repeat(30)}`, `${'a'.repeat(30)}.md`],
  ])('of %j', (text, path) => {
    expect(freePath(text, new Set(), 'project')).toBe(path)
    expect(freePath(text, new Set(), 'everywhere')).toBe(`everywhere/${path}`)
    expect(notePath(path)).toEqual({ ok: true, value: path })
  })

  it('has a number where others have that name, in any letters', () => {
    expect(freePath('Tabs', new Set(['tabs.md']), 'project')).toBe('tabs-2.md')
    expect(freePath('Tabs', new Set(['Tabs.md', 'TABS-2.md']), 'project')).toBe('tabs-3.md')
    expect(freePath('Tabs', new Set(['tabs.md']), 'everywhere')).toBe('everywhere/tabs.md')
  })
})
