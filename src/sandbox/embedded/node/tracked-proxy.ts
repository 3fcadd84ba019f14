/**
 * Replaces the global `Proxy` by one that remembers target and handler, because `util.inspect` and the type checks
 * ask the engine for them and a page has no such question. Must run before the library captures its primordials.
 */
export type ProxyDetails = readonly [target: object | null, handler: object | null]

export interface ProxyRegistry {
  details(value: unknown): ProxyDetails | undefined
}

export function installTrackedProxy(): ProxyRegistry {
  const Native = globalThis.Proxy
  const known = new WeakMap<object, ProxyDetails>()
  const remember = (proxy: object, target: object, handler: object): void => {
    known.set(proxy, [target, handler])
  }

  const Tracked = function Proxy(this: unknown, target: object, handler: ProxyHandler<object>): object {
    if (new.target === undefined) throw new TypeError("Constructor Proxy requires 'new'")
    const proxy = new Native(target, handler)
    remember(proxy, target, handler)
    return proxy
  }
  const revocable = (
    target: object,
    handler: ProxyHandler<object>,
  ): { proxy: object; revoke: () => void } => {
    const { proxy, revoke } = Native.revocable(target, handler)
    remember(proxy, target, handler)
    return {
      proxy,
      revoke: () => {
        revoke()
        known.set(proxy, [null, null])
      },
    }
  }
  Object.defineProperty(Tracked, 'length', { value: 2, configurable: true })
  Object.defineProperty(Tracked, 'prototype', { value: undefined, writable: true })
  Object.defineProperty(Tracked, 'revocable', { value: revocable, writable: true, configurable: true })
  Object.defineProperty(globalThis, 'Proxy', { value: Tracked, writable: true, configurable: true })
  return {
    details: (value) =>
      (typeof value === 'object' && value !== null) || typeof value === 'function'
        ? known.get(value)
        : undefined,
  }
}
