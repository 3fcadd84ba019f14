/** Text cut to what a list shows. */

/** White space and characters that are not seen become one space each; an ellipsis stands for the rest. */
export function oneLine(text: string, limit: number): string {
  // Twice the code points at most, and room for spaces that fall away.
  const start = text.slice(0, limit * 8)
  return cut(start.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim(), limit)
}

/** At most `limit` code points, the ellipsis included. */
export function cut(text: string, limit: number): string {
  const whole = text.toWellFormed()
  if (whole.length <= limit) return whole
  const points = [...whole.slice(0, 2 * limit + 2)]
  return points.length <= limit
    ? whole
    : `${points
        .slice(0, limit - 1)
        .join('')
        .trimEnd()}…`
}
