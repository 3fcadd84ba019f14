/** Waits until a text is on the page, or is gone from it. */
import { PAGE_SNAPSHOT_NODES, PAGE_WAIT_STEP_MS } from '../../contract/limits.ts'
import { scopesOf } from './dom.ts'
import { delay } from './settle.ts'
import { quote } from './target.ts'

interface Wait {
  readonly text: string
  readonly gone: boolean
  readonly ms: number
}

/** Waits for a text to appear or go; `ok` is false after the deadline. */
export async function waitFor(
  { text, gone, ms }: Wait,
  signal: AbortSignal,
): Promise<{ ok: boolean; text: string }> {
  const wanted = plain(text)
  const start = performance.now()
  const seconds = () => ((performance.now() - start) / 1000).toFixed(1)
  for (;;) {
    if (has(wanted) !== gone)
      return { ok: true, text: `${quote(text)} is ${gone ? 'gone' : 'there'} after ${seconds()} s.` }
    if (signal.aborted || performance.now() - start >= ms) break
    await delay(PAGE_WAIT_STEP_MS)
  }
  const hidden = document.hidden ? ' The tab is in the background, where pages run slowly.' : ''
  return {
    ok: false,
    text: `Waited ${seconds()} s for ${quote(text)} to ${gone ? 'go' : 'appear'}, and it is ${gone ? 'still' : 'not'} there.${hidden} What is there instead:`,
  }
}

function has(wanted: string): boolean {
  for (const scope of scopesOf(PAGE_SNAPSHOT_NODES)) {
    const shown = 'body' in scope ? (scope.body?.innerText ?? '') : shadowText(scope)
    if (plain(shown).includes(wanted) || fieldsHave(scope, wanted)) return true
  }
  return false
}

function shadowText(root: ShadowRoot): string {
  return [...root.children]
    .map((child) => ('innerText' in child ? String(child.innerText) : (child.textContent ?? '')))
    .join('\n')
}

function fieldsHave(scope: Document | ShadowRoot, wanted: string): boolean {
  return [...scope.querySelectorAll('input, textarea')].some(
    (field) => 'value' in field && plain(String(field.value)).includes(wanted),
  )
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase()
}
