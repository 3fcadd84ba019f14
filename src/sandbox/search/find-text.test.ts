/** The person's search in files: what it finds, what it leaves out and says so, and that nothing holds it up. */
import { beforeEach, describe, expect, it } from 'vitest'
import { bytes, value } from '../contract/suite/contract-test-support.ts'
import type { FindTextQuery, FoundText, Sandbox } from '../contract/contract.ts'
import { FIND_MAX_FILE_BYTES, FIND_MAX_LINE_CHARS, FIND_PART_MATCHES } from '../contract/limits.ts'
import { MemoryBlobStore } from '../memory/blob-store.ts'
import { createMemorySandbox } from '../memory/memory-sandbox.ts'

let sandbox: Sandbox
beforeEach(() => {
  sandbox = createMemorySandbox({ blobStore: new MemoryBlobStore() })
})

async function write(files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
  const list = Object.entries(files).map(([path, data]) => ({
    path,
    data: typeof data === 'string' ? bytes(data) : data,
  }))
  await value(sandbox.writeFiles(list))
}

const find = (query: Partial<FindTextQuery>): Promise<FoundText> =>
  value(sandbox.findText({ id: crypto.randomUUID(), pattern: 'x', limit: 20_000, ...query }))

/** All parts as one. */
async function findAll(query: Partial<FindTextQuery>): Promise<FoundText[]> {
  const parts = [await find(query)]
  for (let next = parts[0]?.next; next !== undefined; next = parts.at(-1)?.next)
    parts.push(await find({ ...query, after: next }))
  return parts
}

const paths = (found: FoundText) => found.files.map(({ path }) => path.replace('/workspace/', ''))
const places = (found: FoundText) =>
  found.files.flatMap(({ matches }) => matches.map(({ line, start, end }) => `${line}:${start}-${end}`))

describe('a search in files', () => {
  it('leaves out what git ignores, and what is no text or too large, and counts these', async () => {
    await write({
      '.gitignore': 'dist/\n',
      'dist/a.js': 'x',
      'a.bin': new Uint8Array([120, 0, 120]),
      'big.txt': new Uint8Array(FIND_MAX_FILE_BYTES + 1).fill(120),
      'a.txt': 'x',
    })
    const found = await find({})
    expect(paths(found)).toEqual(['a.txt'])
    expect(found).toMatchObject({ searched: 2, binary: 1, tooLarge: 1, tooSlow: 0, longLines: 0 })
  })

  it.each<[Partial<FindTextQuery>, string[]]>([
    [{ include: ['src'] }, ['src/a.ts', 'src/deep/b.js']],
    [{ include: ['*.ts', 'lib/**'] }, ['a.ts', 'lib/c.js', 'src/a.ts']],
    [{ exclude: ['deep', '*.ts'] }, ['lib/c.js']],
    [{ include: ['src/'], exclude: ['src/deep'] }, ['src/a.ts']],
  ])('looks only where %j says', async (query, expected) => {
    await write({ 'a.ts': 'x', 'src/a.ts': 'x', 'src/deep/b.js': 'x', 'lib/c.js': 'x' })
    expect(paths(await find(query))).toEqual(expected)
  })

  it('says where in the line, without a mark before it or a line end behind it', async () => {
    await write({ a: '\uFEFFx\r\n.x.x\r\n', b: 'äöx 😀x' })
    expect(places(await find({ pattern: 'x\\b|x$' }))).toEqual(['1:0-1', '2:1-2', '2:3-4', '1:2-3', '1:6-7'])
  })

  it('has matches whole that a test of lines would cut, and none that are empty', async () => {
    await write({ a: 'say foo now', b: 'bbb' })
    expect(places(await find({ pattern: '.*foo.*' }))).toEqual(['1:0-11'])
    expect(places(await find({ pattern: 'b*' }))).toEqual(['1:0-3'])
  })

  it('hands over part after part, in order, each match once', async () => {
    const lines = `${'x\n'.repeat(FIND_PART_MATCHES)}`
    await write({ 'a/1': lines, 'a-b': lines, b: lines, 'a/2': 'x' })
    const parts = await findAll({})
    expect(parts.flatMap(paths)).toEqual(['a/1', 'a/2', 'a-b', 'b'].toSorted(byParts))
    expect(parts.length).toBeGreaterThan(2)
    expect(parts.flatMap(places)).toHaveLength(3 * FIND_PART_MATCHES + 1)
  })

  it('goes on after a file that is gone by then', async () => {
    await write({ a: 'x', c: 'x', 'b/d': 'x' })
    expect(paths(await find({ after: '/workspace/b' }))).toEqual(['b/d', 'c'])
    expect(paths(await find({ after: '/workspace/b/z' }))).toEqual(['c'])
  })

  it('ends at the ceiling of matches', async () => {
    await write({ a: 'x\n'.repeat(50) })
    const found = await find({ limit: 7 })
    expect([places(found).length, found.next]).toEqual([7, undefined])
  })

  it('looks only at the beginning of an endless line, and says so', async () => {
    await write({ a: `${'-'.repeat(FIND_MAX_LINE_CHARS)}x\nx` })
    const found = await find({})
    expect([places(found), found.longLines]).toEqual([['2:0-1'], 1])
  })

  it.each(['(a+)+$', '(a|a)*[bc]', '(.*a){12}[bc]', '^(([a-z])+.)+[A-Z]([a-z])+$', '(a?){30}a{30}[bc]'])(
    'is not held up by %s, which a backtracking engine never ends',
    async (pattern) => {
      await write({ a: `${'a'.repeat(2_000)}!\n`.repeat(20), b: 'other' })
      const parts = await findAll({ pattern })
      const searched = parts.reduce((sum, part) => sum + part.searched, 0)
      expect(searched).toBe(2)
    },
  )

  it('can be cancelled in the middle of a file', async () => {
    await write({ a: `${'a'.repeat(2_000)}!\n`.repeat(2_000) })
    const running = sandbox.findText({ id: 'long', pattern: '(.*a){12}[bc]', limit: 10 })
    // It looks for as long as it may at once, and goes on after this.
    await new Promise((resolve) => setTimeout(resolve))
    await sandbox.cancel('long')
    expect(await running).toMatchObject({ ok: false, error: { kind: 'cancelled' } })
  })

  it('says what is wrong with a pattern', async () => {
    const found = await sandbox.findText({ id: 'f', pattern: 'a(', limit: 1 })
    expect(found).toMatchObject({ ok: false, error: { kind: 'invalid' } })
  })
})

/** As a walk has them: by the names in each folder. */
function byParts(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')]
  const at = left.findIndex((part, index) => part !== right[index])
  return (left[at] ?? '') < (right[at] ?? '') ? -1 : 1
}
