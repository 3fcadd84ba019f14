import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { attempt } from '../src/index.ts'

describe('attempt', () => {
  it('returns what was returned', () => {
    assert.deepEqual(
      attempt(() => 6 * 7),
      { ok: true, value: 42 },
    )
  })

  it('returns what was thrown, as an error', () => {
    const failed = attempt(() => {
      throw 'no'
    })
    assert.equal(failed.ok ? undefined : failed.error.message, 'no')
  })
})
