import { afterEach, expect, it, vi } from 'vitest'
import { PACKAGES_PROGRESS_MS } from '../../../../contract/limits.ts'
import { showProgress } from './npm-progress.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** Output on that descriptor while packages arrive, one between two looks. */
function watched(fd: number | null, isTerminal: boolean): string[] {
  vi.useFakeTimers()
  const written: string[] = []
  let fetched = 0
  const terminal = {
    isatty: () => isTerminal,
    packagesFetched: () => (fetched += 1),
    tryWrite: (to: number, data: Uint8Array) => {
      written.push(`${to}: ${new TextDecoder().decode(data)}`)
      return data.length
    },
  }
  const end = showProgress(terminal, fd, 62)
  vi.advanceTimersByTime(2 * PACKAGES_PROGRESS_MS)
  end()
  vi.advanceTimersByTime(5 * PACKAGES_PROGRESS_MS)
  return written
}

it('is drawn over itself on a terminal, and leaves nothing behind', () => {
  expect(watched(2, true)).toEqual([
    '2: \r\u001b[K⠋ 1 of 62 packages',
    '2: \r\u001b[K⠙ 2 of 62 packages',
    '2: \r\u001b[K',
  ])
})

it('is not there for a pipe, nor where nobody looks', () => {
  expect([watched(2, false), watched(null, true)]).toEqual([[], []])
})
