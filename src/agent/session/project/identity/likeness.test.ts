/** Two imports are like each other by history, remotes or contents; files that steer an agent speak against it. */
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../../testing/seeded-random.ts'
import type { ProjectEvidence } from '../../workspace/project-mark.ts'
import { likeness } from './likeness.ts'

const NOTHING: ProjectEvidence = { commits: [], remotes: [], contents: 0, sample: [], steering: {} }
const SAMPLE = 256

/** Evidence of these contents, each a hash of 16 letters. */
function of(contents: readonly string[], rest: Partial<ProjectEvidence> = {}): ProjectEvidence {
  const distinct = [...new Set(contents)]
  return { ...NOTHING, contents: distinct.length, sample: distinct.toSorted().slice(0, SAMPLE), ...rest }
}

function hashes(count: number, seed: number): string[] {
  const random = seededRandom(seed)
  const digits = () =>
    Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0')
  return Array.from({ length: count }, () => digits() + digits())
}

describe('what is like', () => {
  it('is the same first commit, or the same remote, whatever the files are', () => {
    const known = of(['a'], { commits: ['c1', 'c2'], remotes: ['host/x'] })
    expect(likeness(known, of(['b'], { commits: ['c2'] }))).toMatchObject({
      isSameHistory: true,
      isLike: true,
      isExpected: true,
    })
    expect(likeness(known, of(['b'], { remotes: ['host/x', 'host/y'] }))).toMatchObject({
      remotes: ['host/x'],
      isSameHistory: false,
      isLike: true,
      isExpected: true,
    })
    expect(likeness(known, of(['b'], { commits: ['c3'], remotes: ['host/z'] }))).toMatchObject({
      isLike: false,
      isExpected: false,
    })
  })

  it('is half of the known contents, but never two files alone', () => {
    const six = ['a', 'b', 'c', 'd', 'e', 'f']
    expect(likeness(of(six), of(['a', 'b', 'c', 'x']))).toMatchObject({ share: 0.5, isLike: true })
    expect(likeness(of(six), of(['a', 'b', 'x', 'y']))).toMatchObject({ isLike: false })
    expect(likeness(of(['a', 'b']), of(['a', 'b', 'c']))).toMatchObject({ share: 1, isLike: false })
    expect(likeness(NOTHING, NOTHING)).toMatchObject({ share: 0, isLike: false })
  })

  it('is not expected to be the same where only a template is shared', () => {
    const template = hashes(12, 1)
    const grown = likeness(of([...template]), of([...template, ...hashes(200, 2)]))
    expect(grown).toMatchObject({ share: 1, isLike: true, isExpected: false })
  })

  it('is not expected to be the same where a steering file is added, removed or changed', () => {
    const known = of(['a'], { remotes: ['r'], steering: { 'CLAUDE.md': '1', '.mcp.json': '2' } })
    const found = of(['a'], { remotes: ['r'], steering: { 'CLAUDE.md': '3', 'AGENTS.md': '4' } })
    expect(likeness(known, found)).toMatchObject({
      steering: ['.mcp.json', 'AGENTS.md', 'CLAUDE.md'],
      isLike: true,
      isExpected: false,
    })
  })

  it('in large projects is an estimate: within 12 points, whatever the sizes', () => {
    for (const [seed, [both, onlyKnown, onlyFound]] of [
      [3_000, 1_000, 500],
      [20_000, 0, 100],
      [500, 5_000, 300],
      [4_000, 4_000, 4_000],
      [0, 3_000, 3_000],
    ].entries()) {
      const common = hashes(both ?? 0, seed * 3 + 10)
      const known = of([...common, ...hashes(onlyKnown ?? 0, seed * 3 + 11)])
      const found = of([...common, ...hashes(onlyFound ?? 0, seed * 3 + 12)])
      const { share } = likeness(known, found)
      const exact = (both ?? 0) / ((both ?? 0) + (onlyKnown ?? 0))
      expect(Math.abs(share - exact), `${both} ${onlyKnown} ${onlyFound}`).toBeLessThan(0.12)
    }
  })
})
