/** Shares of a whole as rectangles, each as near to a square as can be ("squarified", Bruls, Huizing and van Wijk). */

export interface Tile {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface Size {
  readonly width: number
  readonly height: number
}

/** A tile for each value, in the order of the values; together they fill the area. A value of 0 has none. */
export function treemap(values: readonly number[], area: Size): readonly (Tile | undefined)[] {
  const total = values.reduce((sum, value) => sum + value, 0)
  const tiles: (Tile | undefined)[] = values.map(() => undefined)
  const scale = (area.width * area.height) / total
  const order = values.map((value, index) => ({ index, area: value * scale })).filter((part) => part.area > 0)
  let left = order.toSorted((a, b) => b.area - a.area)
  let free: Tile = { x: 0, y: 0, ...area }
  while (left.length > 0) {
    const row = bestRow(left, Math.min(free.width, free.height))
    const sum = row.reduce((all, part) => all + part.area, 0)
    // The row stands along the shorter side.
    const stands = free.width >= free.height
    const thickness = sum / (stands ? free.height : free.width)
    let at = 0
    for (const part of row) {
      const length = part.area / thickness
      tiles[part.index] = stands
        ? { x: free.x, y: free.y + at, width: thickness, height: length }
        : { x: free.x + at, y: free.y, width: length, height: thickness }
      at += length
    }
    free = stands
      ? { ...free, x: free.x + thickness, width: free.width - thickness }
      : { ...free, y: free.y + thickness, height: free.height - thickness }
    left = left.slice(row.length)
  }
  return tiles
}

interface Part {
  readonly index: number
  readonly area: number
}

/** As many parts, largest first, as make the worst of them no longer. */
function bestRow(parts: readonly Part[], side: number): readonly Part[] {
  let count = 1
  while (count < parts.length && worst(parts.slice(0, count + 1), side) <= worst(parts.slice(0, count), side))
    count += 1
  return parts.slice(0, count)
}

/** How much longer than wide the longest of a row is. */
function worst(row: readonly Part[], side: number): number {
  const sum = row.reduce((all, { area }) => all + area, 0)
  return Math.max(
    ...row.map(({ area }) =>
      Math.max((side * side * area) / (sum * sum), (sum * sum) / (side * side * area)),
    ),
  )
}
