/** Whether there is a network, and whether a newer version of the page is there; neither does anything by itself. */
import { UPDATE_LOOK_MS } from './limits.ts'
import { watchUpdates, type Registration } from './updates.ts'

export class ConnectionModel {
  online = $state(navigator.onLine)
  /** The next load of the page is a newer version. */
  updateReady = $state(false)

  constructor() {
    const look = () => (this.online = navigator.onLine)
    addEventListener('online', look)
    addEventListener('offline', look)
  }

  /** From then on a newer version is noticed. */
  watch(registration: Registration): void {
    watchUpdates(registration, () => (this.updateReady = true))
    let looked = performance.now()
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState !== 'visible' || performance.now() - looked < UPDATE_LOOK_MS) return
      looked = performance.now()
      // Without a network there is nothing to be found; the next look may find it.
      registration.update().catch(() => undefined)
    })
  }
}
