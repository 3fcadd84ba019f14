import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PREVIEW_RELOAD_MS } from '../limits.ts'
import { PreviewModel } from './preview.svelte.ts'

function opened(path: string): PreviewModel {
  const preview = new PreviewModel()
  preview.origin = { ok: true, kind: 'served', base: 'https://sandbox.test/preview/1/' }
  preview.show(path)
  return preview
}

describe('the address of a page', () => {
  it.each([
    ['', ''],
    ['/', ''],
    ['index.html', 'index.html'],
    ['/workspace/docs/a.html', 'docs/a.html'],
    ['/workspace', ''],
    ['docs/', 'docs/'],
    ['../../etc/passwd', 'etc/passwd'],
    [' a b/ü#x.html ', 'a%20b/%C3%BC#x.html'],
    ['a.html?x=/1#y', 'a.html?x=/1#y'],
    ['100%.html', '100%25.html'],
  ])('of %j is %j', (typed, address) => {
    expect(opened(typed).address).toBe(`https://sandbox.test/preview/1/${address}`)
  })

  it.each([
    ['localhost:3000', ':3000/', 'localhost:3000/'],
    ['http://localhost:5173/a/b?x#y', ':5173/a/b?x#y', 'localhost:5173/a/b?x#y'],
    ['http://127.0.0.1:8080', ':8080/', 'localhost:8080/'],
    [':3000/x', ':3000/x', 'localhost:3000/x'],
  ])('of a program at %j is %j', (typed, address, shown) => {
    const preview = opened(typed)
    expect([preview.address, preview.shown]).toEqual([`https://sandbox.test/preview/1${address}`, shown])
    preview.show('/docs/a.html')
    expect([preview.address, preview.shown]).toEqual([
      'https://sandbox.test/preview/1/docs/a.html',
      '/docs/a.html',
    ])
  })

  it('is that of the first program that listens, where no page was asked for', () => {
    const preview = opened('/')
    preview.notice({ type: 'ports_changed', ports: [3000] })
    expect(preview.shown).toBe('localhost:3000/')
    preview.notice({ type: 'ports_changed', ports: [3000, 4000] })
    expect([preview.shown, preview.ports]).toEqual(['localhost:3000/', [3000, 4000]])
    const other = opened('docs/a.html')
    other.notice({ type: 'ports_changed', ports: [3000] })
    expect(other.shown).toBe('/docs/a.html')
    other.notice({ type: 'sandbox', state: { status: 'booting' } })
    expect(other.ports).toEqual([])
  })

  it('is not there as long as the sandbox has none, or has said why', () => {
    const preview = new PreviewModel()
    expect(preview.address).toBeUndefined()
    preview.origin = { ok: false, message: 'No service workers here.' }
    expect(preview.address).toBeUndefined()
  })
})

describe('pages that a runtime elsewhere serves', () => {
  const hosted = (...ports: number[]) =>
    ({
      ok: true,
      kind: 'hosted',
      addresses: new Map(ports.map((port) => [port, `https://p${port}.test/`])),
      message: 'No pages of files.',
    }) as const

  it('have the address of their port, and files have none', () => {
    const preview = new PreviewModel()
    preview.origin = hosted()
    preview.opened = true
    expect([preview.address, preview.absent]).toEqual([undefined, 'No pages of files.'])
    preview.origin = hosted(3000)
    preview.notice({ type: 'ports_changed', ports: [3000] })
    expect([preview.address, preview.shown]).toEqual(['https://p3000.test/', 'localhost:3000/'])
    preview.show('http://localhost:3000/a b?x#y')
    expect(preview.address).toBe('https://p3000.test/a%20b?x#y')
    preview.origin = hosted()
    expect([preview.address, preview.absent]).toEqual([undefined, 'No program listens at port 3000.'])
  })
})

describe('a page that was led on', () => {
  const at = (address: string, port?: number) =>
    ({
      type: 'vivarium-page-place',
      ...(port === undefined ? {} : { port }),
      address,
      canGoBack: true,
      canGoForward: false,
    }) as const

  it('is shown at its own address, and loaded again there', () => {
    const preview = opened('localhost:3000/')
    const { address } = preview
    preview.report(at('/cart%20x?y=%31#z', 3000))
    // The frame is not touched: the page is there already.
    expect([preview.shown, preview.address]).toEqual(['localhost:3000/cart x?y=%31#z', address])
    preview.reload()
    expect([preview.shown, preview.address]).toEqual([
      'localhost:3000/cart x?y=%31#z',
      'https://sandbox.test/preview/1:3000/cart%20x?y=%31#z',
    ])
    expect(preview.place).toBeUndefined()
  })

  it('may have come to a file, or to another program', () => {
    const preview = opened('a.html')
    preview.report(at('/', 4000))
    expect(preview.shown).toBe('localhost:4000/')
    preview.show('b.html')
    preview.report(at('/c.html'))
    preview.reload()
    expect([preview.port, preview.path]).toEqual([undefined, 'c.html'])
  })

  it('does not make the address longer than one can be', () => {
    const preview = opened('a.html')
    preview.report(at(`/${'x'.repeat(5_000)}`))
    expect(preview.shown).toBe('/a.html')
  })
})

describe('a page in one document', () => {
  it('has the frame’s address, and follows links to where they lead', () => {
    const preview = new PreviewModel()
    const connect = () => new MessageChannel().port1
    preview.origin = { ok: true, kind: 'inlined', address: '/opaque/preview.html', reason: 'One.', connect }
    preview.follow('docs/a%20b.html?x=%31#y')
    expect([preview.path, preview.encodedPath, preview.address]).toEqual([
      'docs/a b.html?x=%31#y',
      'docs/a%20b.html?x=%31#y',
      '/opaque/preview.html',
    ])
    preview.follow('100%.html')
    expect(preview.path).toBe('100%.html')
  })
})

describe('loading again', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const changed = (...paths: string[]) =>
    ({ type: 'files_changed', paths, ignored: [], overflow: false }) as const

  it('happens once for many changes in a row', () => {
    const preview = opened('/')
    const before = preview.load
    preview.notice(changed('/workspace/a.css'))
    preview.notice(changed('/workspace/b.css'))
    vi.advanceTimersByTime(PREVIEW_RELOAD_MS)
    expect(preview.load).toBe(before + 1)
  })

  it('does not happen to a page that was closed because it flooded the app, until a person asks for it', () => {
    const preview = opened('/')
    const before = preview.load
    preview.flooded()
    preview.notice(changed('/workspace/a.css'))
    vi.advanceTimersByTime(PREVIEW_RELOAD_MS)
    expect([preview.load, preview.closed]).toEqual([before, expect.stringContaining('messages without end')])
    preview.reload()
    expect([preview.load, preview.closed]).toEqual([before + 1, undefined])
  })

  it('does not happen for caches, for git, or before the page was opened', () => {
    const preview = opened('/')
    const before = preview.load
    preview.notice({ ...changed(), ignored: ['/workspace/.git', '/workspace/node_modules/.cache'] })
    const unopened = new PreviewModel()
    unopened.notice(changed('/workspace/a.css'))
    vi.advanceTimersByTime(PREVIEW_RELOAD_MS)
    expect([preview.load, unopened.load]).toEqual([before, 0])
  })
})
