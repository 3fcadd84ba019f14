/** Tells the app's page what this page says and where it is. */
import type { PageReport } from '../../../page/page-report.ts'
import { appWindow } from '../app-window.ts'
import { tellHealth } from '../health.ts'
import { readConsole } from './console.ts'
import { readFailures } from './failures.ts'
import { Reporter } from './reporter.ts'
import { readFetch } from './requests.ts'

/** Reports of a page: call `listen` after `document.open()`, which removes listeners. */
export interface PageReporting {
  readonly listen: () => void
  /** Hands over at once what has been said; returns how many reports there were so far. */
  readonly flush: () => number
}

/** From the first of the page's scripts on. */
export function reportPage(): PageReporting {
  const app = appWindow()
  if (!app) return { listen: () => undefined, flush: () => 0 }
  const { window: receiver, isOutermost } = app
  // Only the app is allowed to frame the sandbox's pages.
  const tell = (report: PageReport): void => receiver.postMessage(report, '*')
  const reporter = new Reporter(tell)
  if (isOutermost) tell({ type: 'vivarium-page-started' })
  readConsole(reporter)
  readFetch(reporter)
  return {
    flush: reporter.flush,
    listen: () => {
      readFailures(reporter)
      if (isOutermost) tellHealth(tell)
      window.addEventListener('pagehide', reporter.flush)
    },
  }
}
