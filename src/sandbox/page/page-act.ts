/**
 * Actions that the app's page requests of a previewed page, and its answers: for the agent, and for the
 * user's element picker. Each question comes with a port of its own for its one answer. Any code in the
 * preview can answer instead, so that an answer is material to be shown, bounded and never trusted.
 */
import { fieldsOf } from './fields.ts'

/** A ref of a snapshot (`e12`), or a CSS selector. */
type Target = string

export type PageAction =
  /** The accessibility snapshot from a line on, so many characters of it. */
  | { readonly kind: 'look'; readonly offset: number; readonly chars: number }
  | { readonly kind: 'click'; readonly target: Target }
  | { readonly kind: 'hover'; readonly target: Target }
  | { readonly kind: 'fill'; readonly target: Target; readonly text: string }
  | { readonly kind: 'select'; readonly target: Target; readonly option: string }
  /** `Enter`, `Control+a`; without a target: wherever the focus is. */
  | { readonly kind: 'press'; readonly target?: Target; readonly key: string }
  /** Without a direction: the target is brought into view. */
  | { readonly kind: 'scroll'; readonly target?: Target; readonly to?: ScrollDirection }
  | { readonly kind: 'wait'; readonly text: string; readonly gone: boolean; readonly ms: number }
  | { readonly kind: 'evaluate'; readonly code: string; readonly ms: number }
  /** Picture of the page, or of one element. */
  | { readonly kind: 'picture'; readonly target?: Target }
  /** The person points at an element. Answered when they have, or do not want to. */
  | { readonly kind: 'pick' }

export const SCROLL_DIRECTIONS = ['up', 'down', 'top', 'bottom'] as const
export type ScrollDirection = (typeof SCROLL_DIRECTIONS)[number]

/** From the app's page; a port comes with it. */
export interface PageActMessage {
  readonly type: 'vivarium-page-act'
  /** Absent: only whether somebody is there who can act. */
  readonly action?: PageAction
  /** Numbers of refs up to this one were given by earlier documents. */
  readonly refsBefore: number
  /** The script that acts, where the page has said that it has none yet. */
  readonly eyes?: Blob
}

/** To a page that is picking, or waits for something: nobody wants to know any more. */
export interface PageStopMessage {
  readonly type: 'vivarium-page-stop'
}

export interface PagePicture {
  readonly type: 'image/png' | 'image/jpeg'
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
}

/** Description of an element that the user has picked. */
export interface PickedElement {
  readonly selector: string
  readonly role: string
  readonly name: string
  readonly markup: string
  /** `property: value`, where it is not what such an element has by itself. */
  readonly styles: readonly string[]
  /** `src/App.svelte:12:5`, where the page's framework says so. */
  readonly source?: string
}

/** Reports of lines (page-report.ts) that the document has sent before its answer. They come another way, and maybe later. */
interface WithReports {
  readonly reports?: number
}

export type PageAnswer = WithReports &
  /** The page has no script that acts: ask again, with one. */
  (
    | { readonly type: 'needs-eyes' }
    /** To a question without an action. */
    | { readonly type: 'here'; readonly isLoading: boolean; readonly title: string }
    | {
        readonly type: 'done'
        readonly ok: boolean
        readonly text: string
        readonly title: string
        /** The number of the last ref that the document has given. */
        readonly lastRef: number
        /** The document was left meanwhile: another one is on its way. */
        readonly left: boolean
        readonly picture?: PagePicture
        readonly picked?: PickedElement
      }
  )

export type PageDone = Extract<PageAnswer, { type: 'done' }>

const KINDS: readonly unknown[] = [
  'look',
  'click',
  'hover',
  'fill',
  'select',
  'press',
  'scroll',
  'wait',
  'evaluate',
  'picture',
  'pick',
] satisfies readonly PageAction['kind'][]

/** Only the app's page can send one: what it sends is taken as it is. */
export function isPageActMessage(data: unknown): data is PageActMessage {
  const message = fieldsOf(data)
  if (message['type'] !== 'vivarium-page-act' || typeof message['refsBefore'] !== 'number') return false
  return message['action'] === undefined || KINDS.includes(fieldsOf(message['action'])['kind'])
}

export function isPageStopMessage(data: unknown): data is PageStopMessage {
  return fieldsOf(data)['type'] === 'vivarium-page-stop'
}

/** Validates an answer, which any code in the preview may have made up. */
export function isPageAnswer(data: unknown): data is PageAnswer {
  const { type, ok, text, title, lastRef, left, isLoading, picture, picked, reports } = fieldsOf(data)
  if (reports !== undefined && typeof reports !== 'number') return false
  if (type === 'needs-eyes') return true
  if (typeof title !== 'string') return false
  if (type === 'here') return typeof isLoading === 'boolean'
  return (
    type === 'done' &&
    typeof ok === 'boolean' &&
    typeof text === 'string' &&
    typeof lastRef === 'number' &&
    Number.isSafeInteger(lastRef) &&
    lastRef >= 0 &&
    typeof left === 'boolean' &&
    (picture === undefined || isPicture(picture)) &&
    (picked === undefined || isPicked(picked))
  )
}

function isPicture(picture: unknown): boolean {
  const { type, bytes, width, height } = fieldsOf(picture)
  return (
    (type === 'image/png' || type === 'image/jpeg') &&
    bytes instanceof Uint8Array &&
    typeof width === 'number' &&
    typeof height === 'number'
  )
}

function isPicked(picked: unknown): boolean {
  const { selector, role, name, markup, styles, source } = fieldsOf(picked)
  return (
    [selector, role, name, markup].every((text) => typeof text === 'string') &&
    Array.isArray(styles) &&
    styles.every((style) => typeof style === 'string') &&
    (source === undefined || typeof source === 'string')
  )
}
