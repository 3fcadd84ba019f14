/** The app's side of a previewed page: what it says of itself, from that frame and the frames in it alone. */
import type { Attachment } from 'svelte/attachments'
import { isPageReport } from '../../sandbox/page/page-report.ts'
import type { PageReport } from '../../sandbox/page/page-report.ts'
import { HEARING_BUDGET_MS, HEARING_SHARE } from '../limits.ts'
import { floodGauge } from './flood-gauge.ts'

export interface PageEar {
  readonly onReport: (report: PageReport) => void
  /** The page sends so much that the app's page has no time for anything else: each message is a task of its thread. */
  readonly onFlood: () => void
}

/** Passes over what is too much without reading it: reading a message costs what its page has made it cost. */
export function hearPage({ onReport, onFlood }: PageEar): Attachment<HTMLIFrameElement> {
  return (element) => {
    let budget = HEARING_BUDGET_MS
    let last = performance.now()
    const isFlooded = floodGauge()
    const listen = (event: MessageEvent<unknown>): void => {
      if (!event.source || frameOf(event.source) !== element.contentWindow) return
      const start = performance.now()
      if (isFlooded(start)) return onFlood()
      budget = Math.min(HEARING_BUDGET_MS, budget + (start - last) * HEARING_SHARE)
      last = start
      if (budget <= 0) return
      // The browser makes the values at the first look at `data`.
      if (isPageReport(event.data)) onReport(event.data)
      budget -= performance.now() - start
    }
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }
}

/** The window of this page's own frame in which that one is, or which it is. */
function frameOf(source: MessageEventSource): Window | undefined {
  if (!('parent' in source)) return undefined
  let frame: Window = source
  while (frame.parent !== window) {
    if (frame.parent === frame) return undefined
    frame = frame.parent
  }
  return frame
}
