/**
 * The script that looks at a previewed page and acts on it. It comes with the first question of the app's page and runs
 * with the page's own rights, so that it can do nothing that the page could not.
 */
import type { PageAction, PageDone } from '../../page/page-act.ts'
import { changedLines } from './changes.ts'
import { evaluate } from './evaluate.ts'
import { fill, select } from './fields.ts'
import { press } from './keys.ts'
import { pick } from './pick.ts'
import { takePicture } from './picture.ts'
import { click, hover } from './pointer.ts'
import { Refs } from './refs.ts'
import { watchSettling } from './settle.ts'
import { takeSnapshot, type Snapshot } from './snapshot.ts'
import { findTarget, Refusal, wordsFor } from './target.ts'
import { waitFor } from './wait.ts'

export interface PageInspector {
  /** Never rejects. */
  readonly act: (action: PageAction, signal: AbortSignal) => Promise<PageDone>
}

type Outcome = Pick<PageDone, 'ok' | 'text'> & Partial<PageDone>

/** Lines and characters of a snapshot that goes with a failed wait or a page that has become another. */
const GLIMPSE_LINES = 40
const GLIMPSE_CHARS = 3_000

/** `refsBefore`: see `PageActMessage`. */
export function createInspector(refsBefore: number): PageInspector {
  const refs = new Refs(refsBefore)
  const find = (target: string | undefined) => (target === undefined ? undefined : findTarget(target, refs))

  const act = async (action: PageAction, signal: AbortSignal): Promise<Outcome> => {
    switch (action.kind) {
      case 'look':
        return { ok: true, text: page(takeSnapshot(refs), action) }
      case 'click':
        return acted(() => click(findTarget(action.target, refs)))
      case 'hover':
        return acted(() => hover(findTarget(action.target, refs)))
      case 'fill':
        return acted(() => fill(findTarget(action.target, refs), action.text))
      case 'select':
        return acted(() => select(findTarget(action.target, refs), action.option))
      case 'press':
        return acted(() => press(find(action.target), action.key))
      case 'scroll':
        return acted(() => scroll(find(action.target), action.to))
      case 'wait': {
        const waited = await waitFor(action, signal)
        return waited.ok ? waited : { ...waited, text: `${waited.text}\n${glimpse(takeSnapshot(refs))}` }
      }
      case 'evaluate':
        return evaluate(action.code, action.ms)
      case 'picture': {
        const picture = await takePicture(find(action.target))
        return { ok: true, text: `Picture of ${picture.width} × ${picture.height} pixels.`, picture }
      }
      case 'pick':
        return pick(signal)
      default:
        return action satisfies never
    }
  }

  /** Acts, and reports the action and the changes on the page. */
  const acted = async (doIt: () => string): Promise<Outcome> => {
    const before = takeSnapshot(refs)
    const settling = watchSettling()
    const text = doIt()
    const left = await settling.done()
    if (left) return { ok: true, text, left }
    const after = takeSnapshot(refs)
    const changed = changedLines(before.lines, after.lines)
    if (changed?.length === 0) return { ok: true, text: `${text} Nothing else on the page has changed.` }
    return changed
      ? { ok: true, text: `${text}\nChanged on the page:\n${changed.join('\n')}` }
      : { ok: true, text: `${text}\nMuch of the page is different now:\n${glimpse(after)}` }
  }

  return {
    act: async (action, signal) => {
      let outcome: Outcome
      try {
        outcome = await act(action, signal)
      } catch (error) {
        const text =
          error instanceof Refusal ? error.message : `The page could not be acted on: ${String(error)}`
        outcome = { ok: false, text }
      }
      return { type: 'done', title: document.title, lastRef: refs.last, left: false, ...outcome }
    },
  }
}

function page({ lines, isCut }: Snapshot, { offset, chars }: { offset: number; chars: number }): string {
  if (lines.length === 0) return 'The page is empty: there is nothing to be seen or read on it.'
  if (offset > lines.length) return `The snapshot has ${lines.length} lines.`
  let text = ''
  let at = offset - 1
  while (at < lines.length) {
    const line = `${lines[at] ?? ''}\n`
    if (text !== '' && text.length + line.length > chars) break
    text += line
    at += 1
  }
  const end = isCut ? ' The page is larger than what is looked at.' : ''
  if (offset === 1 && at === lines.length) return text.trimEnd() + (isCut ? `\n[Cut.${end}]` : '')
  const next = at < lines.length ? ` Go on with offset ${at + 1}.` : end
  return `${text}[Lines ${offset} to ${at} of ${lines.length}.${next}]`
}

function glimpse({ lines }: Snapshot): string {
  if (lines.length === 0) return 'The page is empty.'
  const shown = lines.slice(0, GLIMPSE_LINES).join('\n').slice(0, GLIMPSE_CHARS)
  return lines.length > GLIMPSE_LINES
    ? `${shown}\n[${lines.length} lines in all; a snapshot shows them.]`
    : shown
}

/** Most of a window at once, so that nothing is passed over. */
const SCROLL_SHARE = 0.85

function scroll(target: Element | undefined, to: 'up' | 'down' | 'top' | 'bottom' | undefined): string {
  if (target && to === undefined) {
    target.scrollIntoView({ block: 'center', behavior: 'instant' })
    return `Brought ${wordsFor(target)} into view.`
  }
  const box = target ?? document.scrollingElement ?? document.documentElement
  const step = box.clientHeight * SCROLL_SHARE
  const top = { up: box.scrollTop - step, down: box.scrollTop + step, top: 0, bottom: box.scrollHeight }[
    to ?? 'down'
  ]
  const before = box.scrollTop
  box.scrollTo({ top, behavior: 'instant' })
  const where = `at ${Math.round(box.scrollTop)} of ${Math.max(0, box.scrollHeight - box.clientHeight)} pixels`
  return before === box.scrollTop ? `It cannot be scrolled further: ${where}.` : `Scrolled: ${where}.`
}
