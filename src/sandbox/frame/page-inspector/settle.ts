/** When a page is done with what an action has begun. */
import { PAGE_LEAVE_MS, PAGE_QUIET_MS, PAGE_SETTLE_MS } from '../../contract/limits.ts'

export interface Settling {
  /** Resolves when nothing has changed for a moment, or it has taken long enough; true when the page is being left. */
  readonly done: () => Promise<boolean>
}

/** To be called before the action: what it begins at once is seen, too. */
export function watchSettling(): Settling {
  let changedAt = performance.now()
  let isLeaving = false
  const observer = new MutationObserver(() => (changedAt = performance.now()))
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  const leave = (event: NavigateEvent): void => {
    if (!event.destination.sameDocument && !event.hashChange && event.downloadRequest === null)
      isLeaving = true
  }
  const { navigation } = window
  navigation.addEventListener('navigate', leave)
  const left = new Promise<true>((resolve) =>
    window.addEventListener('pagehide', () => resolve(true), { once: true }),
  )
  const quiet = async (): Promise<boolean> => {
    const start = performance.now()
    for (;;) {
      await delay(PAGE_QUIET_MS / 3)
      const now = performance.now()
      // A router of the page's own has taken it: then there is no other document.
      if (isLeaving && navigation.transition) isLeaving = false
      if (isLeaving && now - start < PAGE_LEAVE_MS) continue
      if (now - changedAt >= PAGE_QUIET_MS || now - start >= PAGE_SETTLE_MS) return false
    }
  }
  return {
    done: async () => {
      try {
        return await Promise.race([quiet(), left])
      } finally {
        observer.disconnect()
        navigation.removeEventListener('navigate', leave)
      }
    },
  }
}

/** Not of frames that are drawn: there are none in a tab that nobody looks at. */
export function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
