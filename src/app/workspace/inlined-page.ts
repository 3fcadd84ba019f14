/** The page's side of an inlined preview: tells the frame what to show, and hears which links are followed. */
import type { Attachment } from 'svelte/attachments'
import { isPageFrameMessage } from '../../sandbox/page/preview-messages.ts'
import type { ShowPageMessage } from '../../sandbox/page/preview-messages.ts'

export interface InlinedPage {
  /** Within the workspace, percent-encoded. */
  readonly path: string
  readonly connect: () => MessagePort
  readonly onFollow: (path: string) => void
}

/** For the iframe that shows it; each document gets one page. The page may forge any message of the frame. */
export function showInlinedPage({ path, connect, onFollow }: InlinedPage): Attachment<HTMLIFrameElement> {
  return (element) => {
    let isTold = false
    const listen = ({ source, origin, data }: MessageEvent<unknown>) => {
      if (source !== element.contentWindow || origin !== 'null' || !isPageFrameMessage(data)) return
      if (data.type === 'vivarium-page-open') onFollow(data.path)
      else if (!isTold) {
        isTold = true
        const message: ShowPageMessage = { type: 'vivarium-page-show', path }
        element.contentWindow?.postMessage(message, '*', [connect()])
      }
    }
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }
}
