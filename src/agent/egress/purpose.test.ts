import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { purposeOf } from './purpose.ts'

const encoder = new TextEncoder()
const OID = 'a'.repeat(40)

function lines(...texts: readonly (string | 0 | 1)[]): Uint8Array {
  const packets = texts.map((text) =>
    typeof text === 'number' ? `000${text}` : `${(text.length + 5).toString(16).padStart(4, '0')}${text}\n`,
  )
  return encoder.encode(packets.join(''))
}

function purpose(
  method: string,
  address: string,
  body?: Uint8Array,
  headers: readonly (readonly [string, string])[] = [],
) {
  const url = new URL(address)
  const { readOnly, publishes, repository } = purposeOf(
    { method, headers, ...(body === undefined ? {} : { body }) },
    url,
  )
  return [readOnly ? 'reads' : publishes ? 'publishes' : 'sends', repository]
}

const REPOSITORY = 'https://a.example/o/r.git'

describe('a request', () => {
  it('that asks what a repository has reads, also before a push', () => {
    for (const service of ['git-upload-pack', 'git-receive-pack'])
      expect(purpose('GET', `${REPOSITORY}/info/refs?service=${service}`)).toEqual(['reads', REPOSITORY])
  })

  it.each([
    `${REPOSITORY}/info/refs?service=git-upload-pack&x=1`,
    `${REPOSITORY}/info/refs?x=1&service=git-receive-pack`,
    `${REPOSITORY}/info/refs?service=git-upload-archive`,
    `${REPOSITORY}/info/refs`,
    `${REPOSITORY}/info/refs/?service=git-upload-pack`,
    `${REPOSITORY}/info%2frefs?service=git-upload-pack`,
  ])('%s is of no repository', (address) => {
    expect(purpose('GET', address)).toEqual(['reads', undefined])
  })

  it.each([
    '/git-receive-pack',
    '/git-receive-pack?x=1',
    '/git-receive-pack/',
    '//git-receive-pack',
    '/git%2Dreceive-pack',
    '/git-receive%2dpack',
    '/%67it-receive-pack',
    '/git%252Dreceive-pack',
    '/Git-Receive-Pack',
    '/git-receive-pack;x',
  ])('posted to …%s publishes', (path) => {
    expect(purpose('POST', `${REPOSITORY}${path}`, lines('x'))[0]).toBe('publishes')
    expect(purpose('PUT', `${REPOSITORY}${path}`)[0]).toBe('publishes')
  })

  it('publishes by its type, whatever its address', () => {
    const headers = [['content-type', 'application/x-git-receive-pack-request']] as const
    expect(purpose('POST', 'https://a.example/any', lines('x'), headers)[0]).toBe('publishes')
  })
})

describe('a fetch', () => {
  const fetched = (body: Uint8Array, headers: readonly (readonly [string, string])[] = []) =>
    purpose('POST', `${REPOSITORY}/git-upload-pack`, body, headers)

  it.each([
    ['a clone', lines(`want ${OID} side-band-64k ofs-delta agent=git/2.47`, 0, 'done')],
    ['with commits', lines(`want ${OID} x`, `want ${OID}`, 0, `have ${OID}`, `have ${OID}`, 'done')],
    ['a shallow one', lines(`want ${OID} x`, `shallow ${OID}`, 'deepen 1', 0, 'done')],
    [
      'of the second version',
      lines('command=ls-refs', 'agent=git/2.47', 'object-format=sha1', 1, 'peel', 'ref-prefix HEAD', 0),
    ],
    ['one with many tags', lines(...Array.from({ length: 4_000 }, () => `want ${OID}`), 0, 'done')],
  ])('reads: %s', (_, body) => {
    expect(fetched(body)).toEqual(['reads', REPOSITORY])
  })

  it.each<[string, Uint8Array, (readonly [string, string])?]>([
    ['free text', encoder.encode('SECRET=1')],
    ['text in a line', lines('SECRET=1')],
    ['text behind the lines', encoder.encode('0009done\nSECRET=1')],
    ['text for a commit', lines(`want ${'x'.repeat(40)}`)],
    [
      'more text than a client has',
      lines(...Array.from({ length: 30 }, () => `ref-prefix ${'x'.repeat(90)}`)),
    ],
    ['more commits than a fetch names', lines(...Array.from({ length: 6_000 }, () => `have ${OID}`))],
    ['a line that is longer than it says', encoder.encode('0005done\n')],
    ['compressed', gzipSync(lines('done')), ['Content-Encoding', 'gzip']],
    ['said to be compressed', lines('done'), ['content-encoding', 'br']],
  ])('that is %s is sent', (_, body, header) => {
    expect(fetched(body, header === undefined ? [] : [header])).toEqual(['sends', undefined])
  })
})
