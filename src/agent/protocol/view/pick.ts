/** The fields of an event that the screen takes unchanged. */
export function pick<T, K extends keyof T>(from: T, ...keys: K[]): Pick<T, K> {
  // The object is filled with exactly the keys K.
  return Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<T, K>
}
