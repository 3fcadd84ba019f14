/** Read of PDFs: their text, page by page, and clear words where there is none. */
import { describe, expect, it } from 'vitest'
import { READ_BYTES } from '../../limits.ts'
import { readPageRange } from './pdf-text.ts'
import { pdfOf } from './testing/pdf.ts'
import { workspace } from '../testing/workspace.ts'

const pages = (total: number) =>
  pdfOf(Array.from({ length: total }, (_, index) => [`This is page ${index + 1}`, 'and its second line']))

async function read(bytes: Uint8Array, input: Record<string, unknown> = {}) {
  const { use } = await workspace({ 'a.pdf': bytes })
  return use('Read', { file_path: 'a.pdf', ...input })
}

describe('Read of a PDF', () => {
  it('gives its text by page, line by line', async () => {
    const { text, result } = await read(pages(2))
    expect(result.outcome).toBe('done')
    expect(text).toBe(
      '--- Page 1 ---\nThis is page 1\nand its second line\n\n--- Page 2 ---\nThis is page 2\nand its second line\n' +
        '[Pages 1 to 2 of 2 of /workspace/a.pdf; text only.]',
    )
  })

  it('gives so many pages at once, and says how to go on', async () => {
    const whole = await read(pages(45))
    expect(whole.text).toContain('This is page 20\n')
    expect(whole.text).not.toContain('This is page 21\n')
    expect(whole.text).toMatch(/\[Pages 1 to 20 of 45 .* Go on with pages "21-40"\.\]$/)
    const rest = await read(pages(45), { pages: '41-60' })
    expect(rest.text).toMatch(/^--- Page 41 ---[\s\S]*\[Pages 41 to 45 of 45 [^"]*\]$/)
    expect((await read(pages(45), { pages: '3' })).text).toMatch(
      /^--- Page 3 ---[\s\S]*\[Page 3 of 45 .*"4-23"/,
    )
  })

  it('stops before a page whose text would be too much, and cuts one that is too much by itself', async () => {
    const long = (chars: number) =>
      Array.from({ length: chars / 40 }, () => 'forty characters are in this line, full.')
    const two = await read(pdfOf([long(80_000), long(80_000)]))
    expect(two.text).toMatch(/\[Page 1 of 2 of .*; text only\. Go on with pages "2-2"\.\]$/)
    const one = await read(pdfOf([long(200_000), ['end']]))
    expect(one.text.length).toBeLessThan(READ_BYTES)
    expect(one.text).toMatch(/The text of page 1 is cut\. Go on with pages "2-2"\.\]$/)
  })

  it('refuses pages that are not there, or are no pages', async () => {
    expect((await read(pages(2), { pages: '7' })).text).toContain('has 2 pages; there is no page 7')
    const wrong = await read(pages(2), { pages: 'all' })
    expect(wrong.text).toContain('pages is "all"')
    const { use } = await workspace({ 'a.txt': 'text' })
    expect((await use('Read', { file_path: 'a.txt', pages: '1' })).text).toContain('is no PDF')
  })

  it('says what is wrong with one that is encrypted, broken, or a picture only', async () => {
    const locked = await read(pdfOf([['secret']], { encrypted: true }))
    expect([locked.result.outcome, locked.text]).toEqual([
      'failed',
      'Error: /workspace/a.pdf was not read: it is encrypted with a password. Ask the user for a copy without one, or for its text.',
    ])
    const broken = await read(new TextEncoder().encode('%PDF-1.7\nnothing of the kind'))
    expect(broken.result.outcome).toBe('failed')
    expect(broken.text).toContain('begins as a PDF but is broken (28 bytes)')
    expect((await read(pdfOf([[]]))).text).toContain('(no text: a picture, perhaps)')
  })

  it('gives a small one without any text to models that can look at it', async () => {
    const scanned = pdfOf([[], []])
    const { result, text } = await read(scanned)
    expect(text).toContain('The file itself follows')
    expect(result.content.content.slice(1)).toEqual([
      {
        type: 'document',
        source: {
          type: 'base64',
          media_type: 'application/pdf',
          data: Buffer.from(scanned).toString('base64'),
        },
      },
    ])
    expect((await read(scanned, { pages: '2' })).result.content.content).toHaveLength(1)
    expect((await read(pages(2))).result.content.content).toHaveLength(1)
  })

  it('answers the same pages once more with where they are', async () => {
    const { use } = await workspace({ 'a.pdf': pages(30) })
    await use('Read', { file_path: 'a.pdf', pages: '1-2' })
    expect((await use('Read', { file_path: 'a.pdf', pages: '1-2' })).text).toContain(
      'is unchanged since you read',
    )
    expect((await use('Read', { file_path: 'a.pdf', pages: '3-4' })).text).toContain('This is page 3')
  })
})

it.each([
  ['3', { first: 3, last: 3 }],
  ['2-5', { first: 2, last: 5 }],
  [' 2 - 5 ', { first: 2, last: 5 }],
  ['7-', { first: 7, last: 26 }],
  ['0', undefined],
  ['5-2', undefined],
  ['1,3', undefined],
  ['-3', undefined],
])('pages %j are %j', (text, range) => {
  expect(readPageRange(text)).toEqual(range)
})
