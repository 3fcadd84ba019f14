/** Messages to the other tabs of this browser, and from them. */
export interface TabChannel {
  readonly post: (message: unknown) => void
  readonly listen: (hear: (message: unknown) => void) => void
}

export function betweenTabs(name: string): TabChannel {
  const channel = new BroadcastChannel(name)
  return {
    post: (message) => channel.postMessage(message),
    listen: (hear) => channel.addEventListener('message', ({ data }) => hear(data)),
  }
}
