/** A stored value whose fields are not known yet. */
export type Fields = Readonly<Record<string, unknown>>

/** An object that is no list. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
