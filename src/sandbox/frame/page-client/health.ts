/** Whether there is anything to be seen on the page: a page that stays empty has failed, though nothing says so. */
import type { PageReport } from '../../page/page-report.ts'

/** Milliseconds after its load in which a page's scripts may still be making it. */
const LOOKS_MS = [0, 1_000, 4_000]
/** What is something without a text. */
const SEEN = 'img, svg, canvas, video, audio, iframe, object, embed, input, select, textarea, button, hr'

/** Tells it when it is known, and when it has changed by then. */
export function tellHealth(tell: (report: PageReport) => void): void {
  let told: boolean | undefined
  const look = (): void => {
    const empty = isEmpty()
    if (empty !== told) tell({ type: 'vivarium-page-health', isEmpty: empty })
    told = empty
  }
  const begin = (): void => {
    for (const ms of LOOKS_MS) setTimeout(look, ms)
  }
  if (document.readyState === 'complete') begin()
  else window.addEventListener('load', begin, { once: true })
}

function isEmpty(): boolean {
  const { body } = document as { readonly body: HTMLElement | null } // Of a document that is being made it is null.
  if (!body) return true
  if (body.innerText.trim() !== '' || body.querySelector(SEEN)) return false
  return ![...body.querySelectorAll('*')].some((element) => element.shadowRoot)
}
