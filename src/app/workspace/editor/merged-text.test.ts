import { describe, expect, it } from 'vitest'
import { mergedText } from './merged-text.ts'

const BASE = 'one\ntwo\nthree\nfour\nfive\nsix\n'

describe('merged text', () => {
  it('has both changes where they are apart', () => {
    expect(mergedText(BASE, BASE.replace('two', 'TWO'), BASE.replace('five', 'FIVE'))).toBe(
      'one\nTWO\nthree\nfour\nFIVE\nsix\n',
    )
  })

  it('finds lines that others have moved', () => {
    expect(mergedText(BASE, BASE.replace('five', 'FIVE'), `zero\n${BASE}`)).toBe(
      'zero\none\ntwo\nthree\nfour\nFIVE\nsix\n',
    )
  })

  it('is mine where both changed the same line, and where nobody knows what it began with', () => {
    const mine = BASE.replace('two', 'mine')
    expect(mergedText(BASE, mine, BASE.replace('two', 'theirs'))).toBe(mine)
    expect(mergedText(undefined, mine, BASE)).toBe(mine)
  })
})
