/** The part of a service worker's global scope that ours use: they are checked with a page's types. */
interface ExtendableEvent {
  waitUntil(work: Promise<unknown>): void
}

export interface WorkerFetchEvent extends ExtendableEvent {
  readonly request: Request
  /** The page or worker that asks; of a navigation the page that leads there, if it is one of this origin. */
  readonly clientId: string
  respondWith(response: Promise<Response>): void
}

interface ServiceWorkerClient {
  readonly url: string
  postMessage(message: unknown, transfer?: Transferable[]): void
}

export interface ServiceWorkerScope {
  readonly clients: {
    claim(): Promise<void>
    get(id: string): Promise<ServiceWorkerClient | undefined>
    matchAll(options: {
      type: 'window'
      includeUncontrolled: boolean
    }): Promise<readonly ServiceWorkerClient[]>
  }
  readonly registration: {
    /** Null while the first one is installed. */
    readonly active: unknown
    update(): Promise<unknown>
  }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void
  addEventListener(
    type: 'message',
    listener: (
      event: ExtendableEvent & {
        readonly data: unknown
        readonly ports: readonly MessagePort[]
        readonly source: ServiceWorkerClient | null
      },
    ) => void,
  ): void
  addEventListener(type: 'fetch', listener: (event: WorkerFetchEvent) => void): void
}
