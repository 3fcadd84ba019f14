import { expect, it, vi } from 'vitest'
import { moduleOf, showNodeRates } from './node-rates.mjs'

const outcome = (exitCode: number) => ({ exitCode, said: '', ms: 1 })
const known = { reasons: { http2: 'HTTP/2 is not shipped' }, files: { 'test-http2-a.js': 'http2' } }

it('names the module of a file', () => {
  expect(['test-fs-cp.mjs', 'test-async-hooks-x.js', 'test-os.js'].map(moduleOf)).toEqual([
    'fs',
    'async-hooks',
    'os',
  ])
})

it('is content with what is known, and with nothing else', () => {
  const log = vi.spyOn(console, 'log').mockReturnValue(undefined)
  const show = (http2: number, fs: number) =>
    showNodeRates(
      new Map([
        ['test-http2-a.js', outcome(http2)],
        ['test-fs-a.js', outcome(fs)],
      ]),
      known,
      false,
    )
  expect([show(1, 0), show(0, 0), show(1, 1)]).toEqual([true, false, false])
  expect(log.mock.lastCall?.[0]).toContain('node: 0 of 2')
  log.mockRestore()
})
