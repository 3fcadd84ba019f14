/** Search and replace by the person, over a real sandbox: one step, and nothing but the matches changes. */
import { beforeEach, describe, expect, it } from 'vitest'
import { bytes } from '../../../sandbox/contract/suite/contract-test-support.ts'
import type { Sandbox } from '../../../sandbox/contract/contract.ts'
import type { EventBody } from '../../protocol/events.ts'
import type { TextQuery } from '../../protocol/calls/files.ts'
import { patternOf, TextSearch, withReplacements } from './text-search.ts'
import type { UserEdits } from './user-edits.ts'
import { editsInTest } from '../testing/user-edits.ts'

const QUERY: TextQuery = {
  text: 'a',
  isRegex: false,
  matchCase: true,
  wholeWord: false,
  include: [],
  exclude: [],
}

let sandbox: Sandbox
let search: TextSearch
let edits: UserEdits
let log: EventBody[]

beforeEach(async () => {
  const made = await editsInTest()
  ;({ sandbox, edits, log } = made)
  search = new TextSearch(made)
})

const text = async (path: string) => {
  const read = await sandbox.readFile(path)
  return read.ok ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(read.value) : undefined
}

/** Replaces all that is found; gives what was said of it. */
async function replaceAll(query: Partial<TextQuery>, after: string) {
  const found = await search.search({ ...QUERY, ...query }, 1_000)
  if (!found.ok) throw new Error(found.error.message)
  return search.replace(
    found.value.files.map(({ path, matches }) => ({
      path,
      replacements: matches.map((match) => ({
        line: match.line,
        start: match.start,
        before: match.text,
        after,
      })),
    })),
  )
}

describe('replacing in files', () => {
  it('changes the matches of all files in one step, which can be taken back', async () => {
    await sandbox.writeFile({ path: 'src/a.ts', data: bytes('\uFEFFa b a\r\nb\r\na') })
    await sandbox.writeFile({ path: 'b.ts', data: bytes('no match, but a') })
    await edits.edit([]) // stored as it is now
    const before = log.length
    const done = await replaceAll({ wholeWord: true }, 'long 😀')
    expect(done).toMatchObject({ ok: true, value: { files: 2, matches: 4, refused: [] } })
    expect(await text('src/a.ts')).toBe('\uFEFFlong 😀 b long 😀\r\nb\r\nlong 😀')
    expect(await text('b.ts')).toBe('no match, but long 😀')
    expect(log.slice(before).map(({ type }) => type)).toEqual(['checkpoint'])
    if (!done.ok || !done.value.edited) throw new Error('nothing to undo')
    expect(await edits.undo(done.value.edited)).toMatchObject({ ok: true })
    expect(await text('b.ts')).toBe('no match, but a')
  })

  it('leaves a file alone that has changed since, or is not UTF-8, and does the others', async () => {
    await sandbox.writeFile({ path: 'old.ts', data: bytes('a') })
    await sandbox.writeFile({ path: 'latin', data: new Uint8Array([97, 0xe9]) })
    await sandbox.writeFile({ path: 'ok.ts', data: bytes('a') })
    const found = await search.search(QUERY, 100)
    if (!found.ok) throw new Error(found.error.message)
    await sandbox.writeFile({ path: 'old.ts', data: bytes('changed') })
    const one = { line: 1, start: 0, before: 'a', after: 'b' }
    const done = await search.replace(found.value.files.map(({ path }) => ({ path, replacements: [one] })))
    expect(done).toMatchObject({
      ok: true,
      value: {
        files: 1,
        matches: 1,
        refused: [
          { path: '/workspace/latin', why: 'It is not UTF-8: writing it would change more than the match.' },
          { path: '/workspace/old.ts', why: 'It has changed since it was searched.' },
        ],
      },
    })
    expect([await text('old.ts'), await text('ok.ts')]).toEqual(['changed', 'b'])
    const latin = await sandbox.readFile('latin')
    expect(latin.ok && [...latin.value]).toEqual([97, 0xe9])
  })

  it('changes nothing where there is nothing to change', async () => {
    expect(await search.replace([])).toEqual({
      ok: true,
      value: { edited: undefined, files: 0, matches: 0, refused: [] },
    })
    expect(log).toEqual([])
  })

  it('refuses places that overlap or are not there', () => {
    const at = (line: number, start: number) => ({ line, start, before: 'aa', after: 'b' })
    for (const replacements of [[at(1, 0), at(1, 1)], [at(2, 0)], [at(1, 2)]])
      expect(withReplacements(bytes('aaa'), { path: 'a', replacements })).toHaveProperty('why')
  })
})

describe('what is searched for', () => {
  it.each<[Partial<TextQuery>, string, boolean]>([
    [{ text: 'a.b(' }, 'x a.b( y', true],
    [{ text: 'a.b' }, 'axb', false],
    [{ text: 'a.b', isRegex: true }, 'axb', true],
    [{ text: 'A', matchCase: false }, 'a', true],
    [{ text: 'A' }, 'a', false],
    [{ text: 'cat', wholeWord: true }, 'concat', false],
    [{ text: 'cat', wholeWord: true }, 'a cat.', true],
    [{ text: '$x', wholeWord: true }, 'a$x b', true],
    [{ text: 'a|b', isRegex: true, wholeWord: true }, 'xa by', false],
    [{ text: '{}[]\\^|?*+-/' }, '{}[]\\^|?*+-/', true],
  ])('%j in "%s": %s', async (query, content, expected) => {
    await sandbox.writeFile({ path: 'f', data: bytes(content) })
    const found = await search.search({ ...QUERY, ...query }, 10)
    expect(found.ok && found.value.files.length === 1).toBe(expected)
  })

  it('is a pattern for the sandbox', () => {
    expect(patternOf({ ...QUERY, text: 'a.b', wholeWord: true })).toBe('\\ba\\.b\\b')
  })

  it('is told when it is none, with what to do', async () => {
    const found = await search.search({ ...QUERY, text: '(', isRegex: true }, 10)
    expect(found).toMatchObject({ ok: false, error: { kind: 'invalid', hint: expect.stringMatching(/./) } })
  })
})
