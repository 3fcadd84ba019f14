import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { countWords } from '../src/index.js'

describe('countWords', () => {
  it('counts each word, whatever its case', () => {
    assert.deepEqual(
      [...countWords('The cat and the hat')],
      [
        ['the', 2],
        ['cat', 1],
        ['and', 1],
        ['hat', 1],
      ],
    )
  })

  it('finds none in an empty text', () => {
    assert.equal(countWords(' … ').size, 0)
  })
})
