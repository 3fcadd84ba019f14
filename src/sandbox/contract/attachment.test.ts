import { expect, test } from 'vitest'
import { fileNameOf, isAttachment, safeName } from './attachment.ts'

const address = new URL('http://localhost/reports/of%20may.csv?x=1')

test.each([
  ['attachment; filename="a b.txt"', 'a b.txt'],
  ['attachment; filename="say \\"hi\\".txt"', 'say _hi_.txt'],
  ['attachment; filename=plain.txt; size=3', 'plain.txt'],
  [`attachment; filename="x.txt"; filename*=UTF-8''%C3%BCber.txt`, 'über.txt'],
  [`attachment; filename*=UTF-8''%zz.txt`, '%zz.txt'],
  ['attachment', 'link.txt'],
])('the name of %j', (disposition, name) => {
  expect(fileNameOf({ disposition, wanted: 'link.txt', address })).toBe(name)
})

test('without a word of anybody it is the end of the address, or some name', () => {
  expect(fileNameOf({ address })).toBe('of may.csv')
  expect(fileNameOf({ address: new URL('http://localhost/') })).toBe('download')
  expect(fileNameOf({ address: new URL('data:text/plain,abc/def') })).toBe('download')
})

test('a name shows what it is, and leads nowhere', () => {
  expect(safeName('../../etc/passwd')).toBe('_.._etc_passwd')
  expect(safeName('.bashrc')).toBe('bashrc')
  expect(safeName('fdp.\u202Eexe.pdf')).toBe('fdp._exe.pdf')
  expect(safeName('a\nb\0c')).toBe('a_b_c')
  const long = safeName(`${'x'.repeat(500)}.tar.gz`)
  expect(long).toHaveLength(120)
  expect(long.endsWith('.gz')).toBe(true)
})

test('what is to be saved, not shown', () => {
  expect(
    ['attachment', ' Attachment ; filename=a', 'inline; filename=a', 'attachments', null].map(isAttachment),
  ).toEqual([true, true, false, false, false])
})
