/** Whether there is anything to be seen on the page: a page that stays empty has failed, though nothing says so. */
import type { PageReport } from '../../page/page-report.ts'

/** Milliseconds after its load in which a page's scripts may still be making it. */
const LOOKS_MS = [0, 1_000, 4_000]
/** Elements that are visible without any text. */
const SEEN = 'img, svg, canvas, video, audio, iframe, object, embed, input, select, textarea, button, hr'

/** Reports whether the page is empty, and again if that changes. */
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
  const { body } = document as { readonly body: HTMLElement | null } // Null while the document is created.
  if (!body) return true
  if (body.innerText.trim() !== '' || body.querySelector(SEEN)) return false
  return ![...body.querySelectorAll('*')].some((element) => element.shadowRoot)
}
