/** Milliseconds since 1970 of `@SECONDS`, an ISO date, or whatever else the engine's parser takes; undefined for none. */
export function parseDate(text: string): number | undefined {
  const seconds = /^@(-?\d+(?:\.\d+)?)$/.exec(text)?.[1]
  if (seconds !== undefined) return Number(seconds) * 1000
  // A bare date is midnight here, as for GNU; the engine would take it as UTC.
  const local = /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00` : text.replace(/ UTC$/, 'Z')
  const time = Date.parse(local)
  return Number.isNaN(time) ? undefined : time
}
