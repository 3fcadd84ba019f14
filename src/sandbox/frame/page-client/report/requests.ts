/** Requests that are answered with a failure, as a browser's console says them. */
import { ownAddresses } from './addresses.ts'
import type { Reporter } from './reporter.ts'

/** Status codes from here on are failures. */
const FIRST_FAILURE = 400

/** `fetch` itself is read: the browser says what became of a request only when its whole answer was taken. */
export function readFetch(reporter: Reporter): void {
  const native = window.fetch
  window.fetch = async (input, init) => {
    const response = await native(input, init)
    if (response.status >= FIRST_FAILURE) {
      const { url, status } = response
      const method = (init?.method ?? (input instanceof Request ? input.method : 'GET')).toUpperCase()
      sayFailed(reporter, `${method} ${url}`, status)
    }
    return response
  }
}

/** All others: those of elements, sheets and older scripts. */
export function readRequests(reporter: Reporter): void {
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (hasFailed(entry) && entry.initiatorType !== 'fetch')
        sayFailed(reporter, entry.name, entry.responseStatus)
    }
  })
  observer.observe({ type: 'resource', buffered: true })
}

/** Whether a request for that address was answered with a failure. */
export function isAnswered(url: string): boolean {
  return performance.getEntriesByName(url, 'resource').some(hasFailed)
}

function sayFailed(reporter: Reporter, what: string, status: number): void {
  reporter.say('error', () => `${ownAddresses(what)} was answered with ${status}.`, undefined)
}

function hasFailed(entry: PerformanceEntry): entry is PerformanceResourceTiming {
  return entry instanceof PerformanceResourceTiming && entry.responseStatus >= FIRST_FAILURE
}
