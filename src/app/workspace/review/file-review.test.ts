import { describe, expect, it } from 'vitest'
import type { FileEdit } from '../../../agent/protocol/calls/files.ts'
import type { TreeChange } from '../../../sandbox/contract/contract.ts'
import { acceptedFile, rejectEdits, reviewFile, type FileBytes } from './file-review.ts'

interface Version {
  readonly data: Uint8Array
  readonly mode: number
}

const text = (content: string, mode = 0o644): Version => ({ data: new TextEncoder().encode(content), mode })
const binary = (bytes: readonly number[], mode = 0o644): Version => ({ data: Uint8Array.from(bytes), mode })

function changeOf(before: Version | undefined, after: Version | undefined): TreeChange {
  const side = (version: Version | undefined) =>
    version && {
      kind: 'file' as const,
      hash: version.data.join(' '),
      size: version.data.length,
      mode: version.mode,
    }
  const [old, now] = [side(before), side(after)]
  const change = old ? (now ? 'modified' : 'removed') : 'added'
  return { path: 'src/a.txt', change, ...(old && { before: old }), ...(now && { after: now }) }
}

/** A file after edits; fails if it is not what they expect. */
function apply(file: Version | undefined, edits: readonly FileEdit[]): Version | undefined {
  let now = file
  for (const edit of edits) {
    if (edit.kind !== 'file' && edit.kind !== 'remove') throw new Error(edit.kind)
    if (typeof edit.over === 'object') expect(now?.data).toEqual(edit.over.content)
    else expect(edit.kind === 'remove' || now === undefined).toBe(true)
    now = edit.kind === 'remove' ? undefined : { data: edit.data, mode: edit.mode ?? now?.mode ?? 0o644 }
  }
  return now
}

const CASES: Readonly<Record<string, readonly [Version | undefined, Version | undefined]>> = {
  'a few lines': [text('a\nb\nc\nd\n'), text('A\nb\nc\nD\ne\n')],
  CRLF: [text('a\r\nb\r\nc\r\n'), text('a\r\nB\r\nc\r\nd\r\n')],
  'ends of lines alone': [text('a\r\nb\r\n'), text('a\nb\n')],
  'no newline at the end': [text('a\nb'), text('a\nb\nc')],
  'a newline at the end alone': [text('a\nb'), text('a\nb\n')],
  'a byte order mark alone': [text('\uFEFFa\n'), text('a\n')],
  'no text': [binary([0, 1, 2]), binary([0, 1, 3])],
  'text that became none': [text('a\n'), binary([0, 255])],
  'not UTF-8': [binary([97, 10, 233, 10]), binary([98, 10, 233, 10])],
  added: [undefined, text('a\nb\n')],
  'added, empty': [undefined, text('')],
  'added, no text': [undefined, binary([0, 9], 0o755)],
  removed: [text('a\nb\n', 0o755), undefined],
  'removed, empty': [text('', 0o600), undefined],
  emptied: [text('a\n'), text('')],
  'its mode alone': [text('a\n'), text('a\n', 0o755)],
  'its mode and text': [text('a\nb\n', 0o755), text('a\nB\n')],
  'no text, and its mode': [binary([0], 0o755), binary([0, 0])],
}

describe.each(Object.entries(CASES))('%s', (_, [before, after]) => {
  const change = changeOf(before, after)
  const bytes: FileBytes = { before: before?.data, after: after?.data }
  const review = reviewFile(change, bytes)
  const all = new Set(review.items.map(({ key }) => key))

  it('is what it was when all is rejected', () => {
    expect(all.size).toBeGreaterThan(0)
    expect(all.size).toBe(review.items.length)
    expect(apply(after, rejectEdits(review, bytes, all) ?? [])).toEqual(before)
  })

  it('is untouched when nothing is rejected, and committed as it is when all is accepted', () => {
    expect(rejectEdits(review, bytes, new Set())).toEqual([])
    expect(acceptedFile(review, bytes, all)).toEqual({
      path: 'src/a.txt',
      content: after && { kind: 'file', ...after },
    })
    expect(acceptedFile(review, bytes, new Set())).toBe(undefined)
  })
})

describe('what is reviewed of a file', () => {
  it('is committed without what is not accepted, in any combination', () => {
    const [before, after] = [text('a\nb\nc\nd\ne\n', 0o644), text('A\nb\nC\nd\nE\n', 0o755)]
    const bytes = { before: before.data, after: after.data }
    const review = reviewFile(changeOf(before, after), bytes)
    const keys = review.items.map(({ key }) => key)
    expect(review.items.map(({ what }) => what)).toEqual([
      'line 1',
      'line 3',
      'line 5',
      'permission bits 644 → 755',
    ])
    const committed = (...accepted: number[]) => {
      const file = acceptedFile(review, bytes, new Set(accepted.map((index) => keys[index] ?? '')))
      return file?.content?.kind === 'file'
        ? `${new TextDecoder().decode(file.content.data).replaceAll('\n', '')} ${file.content.mode.toString(8)}`
        : undefined
    }
    expect(committed(0)).toBe('Abcde 644')
    expect(committed(1, 3)).toBe('abCde 755')
    expect(committed(3)).toBe('abcde 755')
    expect(committed(0, 1, 2)).toBe('AbCdE 644')
  })

  it('has other keys in another file, and when its content changes', () => {
    const change = changeOf(text('a\n'), text('b\n'))
    const bytes = { before: text('a\n').data, after: text('b\n').data }
    const keys = (given: TreeChange) => reviewFile(given, bytes).items.map(({ key }) => key)
    expect(keys({ ...change, path: 'other' })).not.toEqual(keys(change))
    const whole = (last: number) =>
      reviewFile(changeOf(binary([0]), binary([0, last])), {
        before: binary([0]).data,
        after: binary([0, last]).data,
      })
    expect(whole(1).items[0]?.key).not.toBe(whole(2).items[0]?.key)
  })

  it('goes as a whole where values are hidden, and shows none of them', () => {
    const [before, after] = [text('KEY=swordfish\n'), text('KEY=hunter2\n')]
    const review = reviewFile(
      { ...changeOf(before, after), path: '.env' },
      { before: before.data, after: after.data },
    )
    expect(review.items.map(({ kind }) => kind)).toEqual(['whole'])
    expect(review.texts).toBe(undefined)
  })

  it('goes as a whole where it is too large, too different, a link, or could not be read, and says so', () => {
    const change = changeOf(text('a'), text('b'))
    const large = { before: text('a').data, after: text('b\n'.repeat(300_000)).data }
    const lines = (from: number) =>
      text(Array.from({ length: 20_000 }, (_, index) => `${from + index * 7}\n`).join('')).data
    const note = (given: Parameters<typeof reviewFile>[1]) => reviewFile(change, given).note
    expect(note(large)).toBe('Too large to be compared here: before 1, now 600,000 characters.')
    expect(note({ before: lines(0), after: lines(3) })).toMatch(
      /^Too different to show line by line: before \d/,
    )
    expect(note('large')).toMatch(/^Too large, or too many files/)
    expect(note(undefined)).toMatch(/^It could not be read/)
    const link = { kind: 'symlink' as const, hash: 'x', size: 1, mode: 0o777 }
    const linked = reviewFile({ ...change, before: link }, { before: text('t').data, after: text('b').data })
    expect(linked.fixed).toMatch(/timeline/)
    expect(rejectEdits(linked, { before: text('t').data, after: text('b').data }, new Set())).toBe(undefined)
  })

  it('is found moved: what is gone and what is new are two files, and rejecting both brings the first back', () => {
    const file = text('a\nb\n', 0o755)
    const gone = reviewFile(changeOf(file, undefined), { before: file.data, after: undefined })
    const made = reviewFile(
      { ...changeOf(undefined, file), path: 'src/b.txt' },
      { before: undefined, after: file.data },
    )
    const keys = new Set([...gone.items, ...made.items].map(({ key }) => key))
    expect(apply(undefined, rejectEdits(gone, { before: file.data, after: undefined }, keys) ?? [])).toEqual(
      file,
    )
    expect(apply(file, rejectEdits(made, { before: undefined, after: file.data }, keys) ?? [])).toBe(
      undefined,
    )
  })

  it('is committed on top of the last commit, whatever that has of what was not reviewed', () => {
    const [before, after] = [text('a\nb\nc\nd\ne\nf\n'), text('A\nb\nC\nd\nE\n')]
    const bytes = { before: before.data, after: after.data }
    const review = reviewFile(changeOf(before, after), bytes)
    const committed = (head: string, ...accepted: number[]) => {
      const keys = new Set(accepted.map((index) => review.items[index]?.key ?? ''))
      const content = acceptedFile(review, bytes, keys, text(head).data)?.content
      return content?.kind === 'file' && new TextDecoder().decode(content.data).replaceAll('\n', '')
    }
    // Leaving a committed change unreviewed does not take it back.
    expect(committed('A\nb\nc\nd\ne\nf\n', 1)).toBe('AbCdef')
    // Changes from before the comparison's start that are in no commit are not committed along.
    expect(committed('a\n!\nc\nd\ne\nf\n', 2)).toBe('a!cdE')
    expect(committed('a\nb\nc\n!\ne\nf\n', 1)).toBe('abc!ef')
    // The same as where the comparison begins.
    expect(committed('a\nb\nc\nd\ne\nf\n', 0, 2)).toBe('AbcdE')
  })
})
