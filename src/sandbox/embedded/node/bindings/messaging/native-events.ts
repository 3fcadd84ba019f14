/** Messages of the browser's own ports and channels, past the classes that the library lays over them. */
const listen = EventTarget.prototype.addEventListener

/** Calls `take` for each message. `T` is its shape: only threads of this process hold the other end. */
export function onMessage<T>(
  source: MessagePort | BroadcastChannel,
  take: (event: MessageEvent<T>) => void,
): void {
  listen.call(source, 'message', (event) => {
    // The browser dispatches no other class under that name, and programs cannot reach its dispatch.
    take(event as MessageEvent<T>)
  })
}
