/** Whether there is a network, and whether a newer version of the page waits; neither does anything by itself. */
import type { UpdateStep } from '../../sandbox/frame/protocol.ts'
import type { TakeOverMessage } from '../../offline/take-over-message.ts'
import { watchUpdates, type Registration, type WaitingWorker } from '../../offline/updates.ts'
import { TAKE_OVER_MS, UPDATE_LOOK_MS } from '../limits.ts'

export class ConnectionModel {
  online = $state(navigator.onLine)
  /** A newer version is kept whole, and waits until it is wanted. */
  updateReady = $state(false)
  /** The sandbox's part in it. */
  updateSandbox: (step: UpdateStep) => Promise<void> = () => Promise.resolve()
  /** Told when there is a network again. */
  onBack: () => void = () => undefined
  #waiting: WaitingWorker | undefined

  constructor() {
    const look = () => {
      this.online = navigator.onLine
      if (this.online) this.onBack()
    }
    addEventListener('online', look)
    addEventListener('offline', look)
  }

  /** From then on a newer version is noticed, and taken when another tab takes it: there are never two side by side. */
  watch(container: ServiceWorkerContainer, registration: Registration): void {
    watchUpdates(registration, (waiting) => {
      this.#waiting = waiting
      void this.updateSandbox('keep').then(() => (this.updateReady = true))
    })
    // The first one takes over a page of its own version.
    let wasControlled = container.controller !== null
    container.addEventListener('controllerchange', () => {
      if (wasControlled) location.reload()
      wasControlled = true
    })
    let looked = performance.now()
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState !== 'visible' || performance.now() - looked < UPDATE_LOOK_MS) return
      looked = performance.now()
      // Without a network there is nothing to be found; the next look may find it.
      registration.update().catch(() => undefined)
    })
  }

  /** The newer version takes over, and all tabs are reloaded. */
  async takeUpdate(): Promise<void> {
    // First: when the pages are reloaded, their sandboxes are opened anew.
    await this.updateSandbox('take')
    this.#waiting?.postMessage({ type: 'vivarium-take-over' } satisfies TakeOverMessage)
    setTimeout(() => location.reload(), TAKE_OVER_MS)
  }
}
