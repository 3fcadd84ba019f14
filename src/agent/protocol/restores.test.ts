import { describe, expect, it } from 'vitest'
import { isPartOf } from './restores.ts'

const live = (until: number, restores: { at: number; to: number }[]) =>
  Array.from({ length: until }, (_, index) => index + 1).filter((seq) => isPartOf(seq, until, restores))

describe('a conversation that was put back', () => {
  it('has all events while nothing was', () => expect(live(4, [])).toEqual([1, 2, 3, 4]))

  it('loses what came after the moment, and takes what comes next', () =>
    expect(live(8, [{ at: 6, to: 3 }])).toEqual([1, 2, 3, 7, 8]))

  it('gets it again by a restore to a moment that was undone', () =>
    expect(
      live(9, [
        { at: 6, to: 3 },
        { at: 8, to: 5 },
      ]),
    ).toEqual([1, 2, 3, 4, 5, 9]))

  it('is at a moment between two restores what it was then', () =>
    expect(
      live(12, [
        { at: 6, to: 3 },
        { at: 10, to: 2 },
        { at: 11, to: 8 },
      ]),
    ).toEqual([1, 2, 3, 7, 8, 12]))
})
