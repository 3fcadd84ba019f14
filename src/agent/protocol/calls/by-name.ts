/**
 * An object whose properties are made from their names, each once: both ends of the page's calls are such objects, so that
 * a call needs no entry in a table. It has no `then`, so that a promise can hold it, and nothing can be set on it.
 */
export function byName<T extends object>(make: (name: string) => unknown): T {
  const made = new Map<string, unknown>()
  const handler: ProxyHandler<object> = {
    get: (_, name) => {
      if (typeof name !== 'string' || name === 'then') return undefined
      if (!made.has(name)) made.set(name, make(name))
      return made.get(name)
    },
    set: () => false,
    defineProperty: () => false,
  }
  // The caller states the type: a property that T does not have is made all the same, and fails where it is used.
  return new Proxy(Object.freeze(Object.create(null)) as object, handler) as T
}
