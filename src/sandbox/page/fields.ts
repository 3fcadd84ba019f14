/** The fields of a value of which nothing is known; none of one that is no object. */
export function fieldsOf(value: unknown): Readonly<Partial<Record<string, unknown>>> {
  // Each field of an object is something.
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
