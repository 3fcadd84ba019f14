import { describe, expect, it } from 'vitest'
import { hasSecretValues, maskValues, maskVersions } from './mask-env.ts'

describe('files with secret values', () => {
  it.each([
    ['.env', true],
    ['app/.env.local', true],
    ['deploy/prod.env', true],
    ['.env.example', false],
    ['.environment', false],
    ['src/env.ts', false],
  ])('%s: %s', (path, secret) => expect(hasSecretValues(path)).toBe(secret))

  it('show names and comments, and no value', () => {
    const text = `# The database
DB_URL=postgres://u:p@host/db # main
export TOKEN = "a\\"b
second line"
EMPTY=
# OLD_KEY=sk-abc
 yaml.like: value
KEY='x' and more
-----BEGIN KEY-----
MIIB
`
    expect(maskValues(text)).toBe(`# The database
DB_URL=••••••••
export TOKEN = ••••••••
EMPTY=
# OLD_KEY=••••••••
 yaml.like: ••••••••
KEY=••••••••
••••••••
••••••••
`)
  })

  it('hides a value whose quote is never closed, and what follows it', () => {
    expect(maskValues('A="open\nstill secret\nB=1')).toBe('A=••••••••\n••••••••\nB=••••••••')
  })

  it('says of two versions which values differ, and shows none of either', () => {
    const before = 'SAME=one\nURL=old\nTWICE=first\nTWICE=second\nGONE=was\n'
    const after = 'SAME=one\nURL=new\nTWICE=first\nTWICE=third\nADDED=is\n'
    expect(maskVersions(before, after)).toEqual({
      before: 'SAME=••••••••\nURL=••••••••\nTWICE=••••••••\nTWICE=••••••••\nGONE=••••••••\n',
      after:
        'SAME=••••••••\nURL=•••••••• (another value)\nTWICE=••••••••\nTWICE=•••••••• (another value)\nADDED=••••••••\n',
    })
  })
})
