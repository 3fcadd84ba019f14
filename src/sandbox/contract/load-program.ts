/**
 * How a worker loads its program. Browsers keep the compiled form of what a worker imports, but not of the script that
 * it is made from: so that script is small, and imports the rest.
 */

/** Messages that come to this worker while the program is loaded wait for it. That it cannot be is the worker's error. */
export function loadProgram(load: () => Promise<unknown>): void {
  load().then(keepMessages(globalThis), reportError)
}

/** Messages that come to `target` from now on wait until they are released; then its listeners get them in turn. */
export function keepMessages(target: EventTarget): () => void {
  const waiting: MessageEvent<unknown>[] = []
  const keep = (event: Event): void => {
    event.stopImmediatePropagation()
    // `message` events are nothing else.
    waiting.push(event as MessageEvent<unknown>)
  }
  target.addEventListener('message', keep)
  return () => {
    target.removeEventListener('message', keep)
    for (const { data, ports } of waiting) {
      target.dispatchEvent(new MessageEvent('message', { data, ports: [...ports] }))
    }
  }
}
