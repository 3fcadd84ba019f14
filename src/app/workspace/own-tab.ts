/**
 * The previewed page in a tab of its own. The tab is a blank one of ours with the same closed frame in it: by itself the page could lead
 * the tab to any address, and take along what it knows of the project (ARCHITECTURE, invariant 6).
 */
import { floodGauge } from './flood-gauge.ts'

interface OwnTab {
  /** Address of the page, on the sandbox's origin. */
  readonly address: string
  /** As the person reads it. */
  readonly shown: string
  /** Text after the page sent messages without end: they are tasks of the app's thread, too. */
  readonly flooded: string
}

/** False where the browser opened none. */
export function openInTab({ address, shown, flooded }: OwnTab): boolean {
  const tab = window.open('', '_blank')
  if (!tab) return false
  const { document } = tab
  document.title = shown
  document.documentElement.style.cssText = 'color-scheme: light dark; font: 15px/1.6 system-ui, sans-serif'
  const frame = document.createElement('iframe')
  frame.title = shown
  frame.style.cssText = 'position: fixed; inset: 0; width: 100%; height: 100%; border: 0; background: white'
  frame.allow = 'cross-origin-isolated'
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms')
  frame.src = address
  const isFlooded = floodGauge()
  tab.addEventListener('message', () => {
    if (isFlooded(performance.now())) document.body.replaceChildren(flooded)
  })
  document.body.replaceChildren(frame)
  return true
}
