/**
 * Reports of a previewed page to the app's page: its console, failures, and its address. They come from any
 * code in the preview, so that they are text to be shown and nothing else.
 */
import { fieldsOf } from './fields.ts'

export interface PageLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error'
  readonly text: string
  /** `/src/main.ts:12:5` in the program's own addresses, where it is known. */
  readonly at?: string
}

export type PageReport =
  /** A document begins. */
  | { readonly type: 'vivarium-page-started' }
  | {
      readonly type: 'vivarium-page-lines'
      readonly lines: readonly PageLine[]
      /** Lines that were too many to be handed over. */
      readonly dropped: number
    }
  /** Whether there is anything to be seen on the page. */
  | { readonly type: 'vivarium-page-health'; readonly isEmpty: boolean }
  /** A file that a link of the page leads to is to be saved; the name is not safe. */
  | { readonly type: 'vivarium-page-download'; readonly name: string; readonly content: Blob }
  | {
      readonly type: 'vivarium-page-place'
      /** Port of the program; undefined: a file of the workspace. */
      readonly port?: number
      /** Path, query and fragment, percent-encoded. */
      readonly address: string
      readonly canGoBack: boolean
      readonly canGoForward: boolean
    }

/** From the app's page: the person wants the page before, or after. */
export interface PageGoMessage {
  readonly type: 'vivarium-page-go'
  readonly direction: 'back' | 'forward'
}

const LEVELS: readonly unknown[] = ['debug', 'info', 'warn', 'error'] satisfies readonly PageLine['level'][]

export function isPageReport(data: unknown): data is PageReport {
  const message = fieldsOf(data)
  switch (message['type']) {
    case 'vivarium-page-started':
      return true
    case 'vivarium-page-health':
      return typeof message['isEmpty'] === 'boolean'
    case 'vivarium-page-download':
      return typeof message['name'] === 'string' && message['content'] instanceof Blob
    case 'vivarium-page-lines':
      return Array.isArray(message['lines']) && message['lines'].every(isLine) && isCount(message['dropped'])
    case 'vivarium-page-place':
      return (
        (message['port'] === undefined || isCount(message['port'])) &&
        typeof message['address'] === 'string' &&
        typeof message['canGoBack'] === 'boolean' &&
        typeof message['canGoForward'] === 'boolean'
      )
    default:
      return false
  }
}

export function isPageGoMessage(data: unknown): data is PageGoMessage {
  const { type, direction } = fieldsOf(data)
  return type === 'vivarium-page-go' && (direction === 'back' || direction === 'forward')
}

function isLine(line: unknown): line is PageLine {
  const { level, text, at } = fieldsOf(line)
  return LEVELS.includes(level) && typeof text === 'string' && (at === undefined || typeof at === 'string')
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}
