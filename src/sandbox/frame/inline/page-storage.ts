/** `localStorage` and `sessionStorage` of a page on no origin, where the browser has none: they last until it is reloaded. */

/** Replaces the globals, which throw there. */
export function provideStorage(): void {
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    const storage = createStorage()
    Object.defineProperty(window, name, { configurable: true, get: () => storage })
  }
}

function createStorage(): object {
  const items = new Map<string, string>()
  const methods = {
    getItem: (key: string) => items.get(String(key)) ?? null,
    setItem: (key: string, value: string) => void items.set(String(key), String(value)),
    removeItem: (key: string) => void items.delete(String(key)),
    clear: () => items.clear(),
    key: (index: number) => [...items.keys()][index] ?? null,
  }
  const own = (key: string | symbol): key is string =>
    typeof key === 'string' && !(key in methods) && key !== 'length'
  return new Proxy(methods, {
    get: (target, key) => {
      if (key === 'length') return items.size
      return own(key) ? items.get(key) : Reflect.get(target, key)
    },
    set: (_, key, value) => own(key) && Boolean(items.set(key, String(value))),
    has: (target, key) => (own(key) ? items.has(key) : key in target),
    deleteProperty: (_, key) => !own(key) || items.delete(key) || true,
    ownKeys: () => [...items.keys()],
    getOwnPropertyDescriptor: (_, key) =>
      own(key) && items.has(key)
        ? { value: items.get(key), writable: true, enumerable: true, configurable: true }
        : undefined,
  })
}
