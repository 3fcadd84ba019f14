/** Values of which nothing is known: messages of other programs, parsed JSON. */

/** An object that is no list: its fields can be read by name. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The fields of a value of which nothing is known; none of one that is no object or a list. */
export function fieldsOf(value: unknown): Readonly<Partial<Record<string, unknown>>> {
  return isRecord(value) ? value : {}
}

/** The items of a value of which nothing is known; none of one that is no list. */
export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
