import { describe, expect, it } from 'vitest'
import { treemap, type Tile } from './treemap.ts'

const AREA = { width: 600, height: 200 }
const isTile = (tile: Tile | undefined): tile is Tile => tile !== undefined
const overlap = (a: Tile, b: Tile) =>
  Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y))

describe('treemap', () => {
  it.each([[[6, 6, 4, 3, 2, 2, 1]], [[1, 1_000, 3, 90_000]], [[5]], [[1, 1, 1, 1, 1, 1, 1, 1]]])(
    'gives %j areas in proportion, which fill all and overlap nowhere',
    (values) => {
      const tiles = treemap(values, AREA).filter(isTile)
      const total = values.reduce((sum, value) => sum + value, 0)
      for (const [index, { x, y, width, height }] of tiles.entries()) {
        expect((width * height) / (600 * 200)).toBeCloseTo((values[index] ?? 0) / total)
        expect(x).toBeGreaterThanOrEqual(-0.001)
        expect(y).toBeGreaterThanOrEqual(-0.001)
        expect(x + width).toBeLessThanOrEqual(600.001)
        expect(y + height).toBeLessThanOrEqual(200.001)
      }
      for (const [index, tile] of tiles.entries())
        for (const other of tiles.slice(index + 1)) expect(overlap(tile, other)).toBeLessThan(0.01)
    },
  )

  it('gives nothing to what is nothing', () => {
    expect(treemap([0, 2, 0], AREA)).toEqual([undefined, { x: 0, y: 0, width: 600, height: 200 }, undefined])
    expect(treemap([], AREA)).toEqual([])
  })

  it('makes squares rather than stripes', () => {
    for (const tile of treemap([6, 6, 4, 3, 2, 2, 1], { width: 6, height: 4 }).filter(isTile)) {
      expect(Math.max(tile.width / tile.height, tile.height / tile.width)).toBeLessThan(3)
    }
  })
})
