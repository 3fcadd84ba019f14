/**
 * A bucket's check of a signed address. Written here after the description of "Signature Version 4" for query
 * strings, since the server that the tests store in accepts any signature of that version; and tested against
 * the example that comes with the description.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { deleteRequest, placed, uploadRequest } from './store-requests.ts'

function isSigned(method: string, address: string, secret: string): boolean {
  const url = new URL(address)
  const signature = url.searchParams.get('X-Amz-Signature') ?? ''
  const date = url.searchParams.get('X-Amz-Date') ?? ''
  const [, ...scope] = (url.searchParams.get('X-Amz-Credential') ?? '').split('/')
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join('&')
  const request = [method, url.pathname, query, `host:${url.host}`, '', 'host', 'UNSIGNED-PAYLOAD'].join('\n')
  const hash = createHash('sha256').update(request).digest('hex')
  const text = ['AWS4-HMAC-SHA256', date, scope.join('/'), hash].join('\n')
  const key = scope.reduce<Buffer | string>(
    (last, part) => createHmac('sha256', last).update(part).digest(),
    `AWS4${secret}`,
  )
  const wanted = createHmac('sha256', key).update(text).digest('hex')
  return signature.length === wanted.length && timingSafeEqual(Buffer.from(signature), Buffer.from(wanted))
}

const EXAMPLE_SECRET = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'
const EXAMPLE =
  'https://examplebucket.s3.amazonaws.com/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404'

describe('addresses signed for a bucket', () => {
  it('are checked here as the description’s example says', () => {
    expect(isSigned('GET', EXAMPLE, EXAMPLE_SECRET)).toBe(true)
    expect(isSigned('PUT', EXAMPLE, EXAMPLE_SECRET)).toBe(false)
    expect(isSigned('GET', EXAMPLE, 'another')).toBe(false)
  })

  it.each([true, false])('hold for what is done, with the bucket in the path: %s', async (pathStyle) => {
    const store = {
      kind: 's3',
      endpoint: 'https://s3.example:9000',
      bucket: 'shared',
      region: 'eu-central-1',
      prefix: 'my sessions/é+',
      pathStyle,
      accessKeyId: 'AKIA',
      readers: 'signed',
    } as const
    const upload = await uploadRequest(store, 'secret/+', 'name.vvs', new Uint8Array(3))
    expect(isSigned('PUT', upload.url, 'secret/+')).toBe(true)
    expect(isSigned('PUT', upload.url, 'secret')).toBe(false)
    const place = await placed(store, 'secret/+', 'name.vvs', '')
    expect(isSigned('GET', place?.readUrl ?? '', 'secret/+')).toBe(true)
    expect(isSigned('PUT', place?.readUrl ?? '', 'secret/+')).toBe(false)
    const removal = await deleteRequest(store, 'secret/+', place?.objectUrl ?? '')
    expect(isSigned('DELETE', removal.url, 'secret/+')).toBe(true)
  })
})
