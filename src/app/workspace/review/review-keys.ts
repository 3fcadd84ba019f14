/** The review by keys: from hunk to hunk, and what is done with the one that has the focus. */
import { tick } from 'svelte'
import type { ReviewItem } from './file-review.ts'
import type { ReviewModel } from './review.svelte.ts'

type HunkKey = 'next' | 'previous' | 'accept' | 'reject' | 'comment'

/**
 * The handler of the list of files. `n`, `j`, F7 and `p`, `k`, Shift+F7 go to the next and the last hunk, opening files
 * on the way; `a` accepts, `r` rejects, `c` comments. Only while the focus is in the list and not where text is typed.
 * A key waits for the one before, which may still be moving the focus, and acts where the focus is then.
 */
export function hunkKeys(
  review: ReviewModel,
): (event: KeyboardEvent & { readonly currentTarget: HTMLElement }) => void {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return (event) => {
    const list = event.currentTarget
    const key = keyOf(event)
    if (!key || !focusIn(list)) return
    event.preventDefault()
    // One that is held down stops when it is let go.
    if (event.repeat && waiting > 0) return
    waiting += 1
    // An error is the page's; the next key still acts.
    last = last
      .then(() => press(key, list, review))
      .catch(reportError)
      .finally(() => (waiting -= 1))
  }
}

function keyOf({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent): HunkKey | undefined {
  if (ctrlKey || metaKey || altKey) return undefined
  if (key === 'F7') return shiftKey ? 'previous' : 'next'
  if (key === 'n' || key === 'j') return 'next'
  if (key === 'p' || key === 'k') return 'previous'
  if (key === 'a') return 'accept'
  if (key === 'r') return 'reject'
  return key === 'c' ? 'comment' : undefined
}

/** The element of the list that has the focus, unless text is typed there. */
function focusIn(list: HTMLElement): HTMLElement | undefined {
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement) || !list.contains(focused)) return undefined
  return focused.closest('input, textarea, select') ? undefined : focused
}

async function press(key: HunkKey, list: HTMLElement, review: ReviewModel): Promise<void> {
  // The next hunk may be one of a file that is still being read.
  if (review.waiting > 0) await review.settled()
  const focused = focusIn(list)
  if (!focused) return
  if (key === 'next') return focusNext(list, focused, review, 1)
  if (key === 'previous') return focusNext(list, focused, review, -1)
  const hunk = focused.closest<HTMLElement>('[data-hunk]')
  const item = hunk && review.reviews.get(pathOf(hunk))?.items.find((each) => each.key === hunk.dataset.hunk)
  if (!hunk || !item) return
  if (key === 'comment') return hunk.querySelector<HTMLElement>('button[data-comment]')?.click()
  if (key === 'reject') return review.locked === '' ? rejectHunk(hunk, review, item) : undefined
  const wasAccepted = review.isAccepted(item)
  review.accept([item], !wasAccepted)
  if (!wasAccepted) await focusNext(list, hunk, review, 1)
}

/** Rejects what an element shows; the focus goes to the hunk after it, or before it, which then is another element. */
export async function rejectHunk(hunk: HTMLElement, review: ReviewModel, item: ReviewItem): Promise<void> {
  const list = hunk.closest('ul')
  const path = pathOf(hunk)
  const all = hunksOf(review)
  const at = all.findIndex(({ key }) => key === item.key)
  const next = all[at + 1] ?? all[at - 1]
  await review.reject(path, [item])
  await focusHunk(list, review, review.problem ? { path, key: item.key } : next)
}

interface Place {
  readonly path: string
  readonly key: string
}

function hunksOf(review: ReviewModel): readonly Place[] {
  return review.found.changes.flatMap(({ path }) =>
    (review.reviews.get(path)?.items ?? []).map(({ key }) => ({ path, key })),
  )
}

const pathOf = (element: HTMLElement) => element.closest<HTMLElement>('[data-path]')?.dataset.path ?? ''

async function focusNext(
  list: HTMLElement,
  from: HTMLElement,
  review: ReviewModel,
  step: 1 | -1,
): Promise<void> {
  const current = from.closest<HTMLElement>('[data-hunk]')
  const all = hunksOf(review)
  const at = current ? all.findIndex(({ key }) => key === current.dataset.hunk) : -1
  const first = all.findIndex(({ path }) => path === pathOf(from))
  await focusHunk(list, review, all[at >= 0 ? at + step : Math.max(0, step > 0 ? first : first - 1)])
}

async function focusHunk(
  list: HTMLElement | null,
  review: ReviewModel,
  place: Place | undefined,
): Promise<void> {
  if (!place) return
  review.open.add(place.path)
  await tick()
  const hunk = list?.querySelector<HTMLElement>(`[data-hunk="${CSS.escape(place.key)}"]`)
  hunk?.focus()
  hunk?.scrollIntoView({ block: 'nearest' })
}
