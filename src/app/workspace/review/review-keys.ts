/** The review by keys: from hunk to hunk, and what is done with the one that has the focus. */
import { tick } from 'svelte'
import type { ReviewItem } from './file-review.ts'
import type { ReviewModel } from './review.svelte.ts'

/**
 * `n`, `j`, F7 and `p`, `k`, Shift+F7 go to the next and the last hunk, opening files on the way; `a` accepts, `r`
 * rejects, `c` comments. Only while the focus is in the list and not where text is typed.
 */
export function hunkKeys(event: KeyboardEvent, list: HTMLElement, review: ReviewModel): void {
  const { key, target } = event
  if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof HTMLElement)) return
  if (target.closest('input, textarea, select')) return
  const current = target.closest<HTMLElement>('[data-hunk]')
  if (key === 'F7' ? !event.shiftKey : key === 'n' || key === 'j') go(1)
  else if (key === 'F7' || key === 'p' || key === 'k') go(-1)
  else if (current && (key === 'a' || key === 'r' || key === 'c')) act(current, key)
  else return
  event.preventDefault()

  function go(step: 1 | -1): void {
    void focusNext(list, target instanceof HTMLElement ? target : list, review, step)
  }

  function act(hunk: HTMLElement, what: 'a' | 'r' | 'c'): void {
    const item = review.reviews.get(pathOf(hunk))?.items.find((each) => each.key === hunk.dataset.hunk)
    if (!item) return
    if (what === 'c') return hunk.querySelector<HTMLElement>('button[data-comment]')?.click()
    if (what === 'a') {
      const wasAccepted = review.isAccepted(item)
      review.accept([item], !wasAccepted)
      if (!wasAccepted) go(1)
    } else if (review.locked === '') void rejectHunk(hunk, review, item)
  }
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
