import { describe, expect, it } from 'vitest'
import { isBootMessage, isFrameMessage } from './protocol.ts'

const GARBAGE: readonly unknown[] = [
  undefined,
  null,
  7,
  'vivarium-frame-ready',
  [],
  {},
  { type: 7 },
  { type: 'init' },
  { type: 'vivarium-frame-failed' },
  { type: 'vivarium-frame-failed', message: 7 },
  { type: 'vivarium-frame-preview', failure: {} },
]

describe('messages between page and frame', () => {
  it('are known by their whole shape', () => {
    expect(GARBAGE.filter(isFrameMessage)).toEqual([])
    expect(GARBAGE.filter(isBootMessage)).toEqual([])
    const real = [
      { type: 'vivarium-frame-ready' },
      { type: 'vivarium-frame-alive' },
      { type: 'vivarium-frame-failed', message: 'why' },
      { type: 'vivarium-frame-preview' },
      { type: 'vivarium-frame-preview', failure: 'why' },
    ]
    expect(real.filter(isFrameMessage)).toEqual(real)
    expect(isBootMessage({ type: 'vivarium-boot' })).toBe(true)
  })
})
