type WorkerClass = new (url: string | URL, options?: WorkerOptions) => object

/** Workers of the page: the service worker tells by their own addresses whose requests theirs are. */
export function workersOf<T extends WorkerClass>(native: T, prefix: string): T {
  return new Proxy(native, {
    construct(target, [address, ...rest]: [unknown, ...unknown[]], newTarget): object {
      const url = new URL(String(address), document.baseURI)
      const isOwn = url.origin === location.origin && /^https?:$/.test(url.protocol)
      const isPlain = isOwn && !url.pathname.startsWith(`${prefix}/`)
      const own = isPlain ? prefix + url.pathname + url.search + url.hash : address
      return Reflect.construct(target, [own, ...rest], newTarget)
    },
  })
}
