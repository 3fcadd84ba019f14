/** Builds the page request for a call of the tool Browser, and finds the problem of an invalid call. */
import { SCROLL_DIRECTIONS } from '../../../sandbox/page/page-act.ts'
import { isWithin, normalize, WORKSPACE_ROOT } from '../../../sandbox/contract/path.ts'
import { BROWSER_SNAPSHOT_CHARS, BROWSER_WAIT_DEFAULT_S } from '../../limits.ts'
import { PREVIEW_SIZES } from '../../protocol/browser.ts'
import type { BrowserRequest } from '../../protocol/browser.ts'

export const BROWSER_ACTIONS = [
  'open',
  'snapshot',
  'click',
  'fill',
  'select',
  'press',
  'hover',
  'scroll',
  'wait',
  'wait_gone',
  'evaluate',
  'console',
  'screenshot',
  'resize',
] as const
type BrowserActionName = (typeof BROWSER_ACTIONS)[number]

interface BrowserInput {
  readonly action: BrowserActionName
  readonly page?: string | undefined
  readonly target?: string | undefined
  readonly text?: string | undefined
  readonly offset?: number | undefined
  readonly timeout?: number | undefined
}

const LOOKING: ReadonlySet<BrowserActionName> = new Set([
  'open',
  'snapshot',
  'hover',
  'scroll',
  'wait',
  'wait_gone',
  'console',
  'screenshot',
  'resize',
] as const)

/** It reads, or moves what is looked at: nothing that the page or the workspace keeps becomes another. */
export function isLooking(action: BrowserActionName): boolean {
  return LOOKING.has(action)
}

/** Fields that an action cannot do without, in words. */
const NEEDS: Readonly<Partial<Record<BrowserActionName, readonly ('page' | 'target' | 'text')[]>>> = {
  open: ['page'],
  click: ['target'],
  fill: ['target', 'text'],
  select: ['target', 'text'],
  press: ['text'],
  hover: ['target'],
  wait: ['text'],
  wait_gone: ['text'],
  evaluate: ['text'],
  resize: ['text'],
}

/** A sentence with what to do; undefined when it can be asked. */
export function browserProblem(input: BrowserInput): string | undefined {
  const { action, page, target, text } = input
  const missing = (NEEDS[action] ?? []).find((field) =>
    field === 'text' && action === 'fill' ? text === undefined : !input[field]?.trim(),
  )
  if (missing !== undefined) return `${action} needs \`${missing}\`. For example: ${EXAMPLES[action] ?? ''}`
  if (action === 'open' && page !== undefined) return addressProblem(page.trim())
  const directions: readonly string[] = SCROLL_DIRECTIONS
  if (action === 'scroll' && target === undefined && text === undefined)
    return 'scroll needs `target` (what is to be in view) or `text` (up, down, top or bottom).'
  if (action === 'scroll' && text !== undefined && !directions.includes(text))
    return `"${text}" is no direction: give one of ${directions.join(', ')}.`
  const sizes: readonly string[] = PREVIEW_SIZES
  if (action === 'resize' && !sizes.includes(text ?? ''))
    return `"${text}" is no size: give one of ${sizes.join(', ')}.`
  return undefined
}

const EXAMPLES: Readonly<Partial<Record<BrowserActionName, string>>> = {
  open: '{"action":"open","page":"localhost:3000"}',
  click: '{"action":"click","target":"e5"}',
  fill: '{"action":"fill","target":"e7","text":"Ada"}',
  select: '{"action":"select","target":"e8","text":"Red"}',
  press: '{"action":"press","text":"Enter"}',
  hover: '{"action":"hover","target":"e5"}',
  wait: '{"action":"wait","text":"Saved"}',
  wait_gone: '{"action":"wait_gone","text":"Loading"}',
  evaluate: '{"action":"evaluate","text":"document.title"}',
  resize: '{"action":"resize","text":"phone"}',
}

const LOCAL_SERVER = /^(https?:\/\/)?(localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\])?:\d{1,5}([/?#]|$)/i

/** Only what the sandbox itself serves. */
function addressProblem(page: string): string | undefined {
  if (LOCAL_SERVER.test(page)) return undefined
  const isOuter = /^[a-z][a-z0-9+.-]*:/i.test(page) || page.startsWith('//')
  if (!isOuter) return undefined
  return `"${page}" is no page of the sandbox. Give a path in the workspace, e.g. "/index.html", or a server's address, e.g. "localhost:3000/". Pages of the web are read with WebFetch.`
}

/** The file of the workspace that `open` shows: rules about reading it hold for that, too. None for a server's address. */
export function openedFile({ action, page = '' }: Pick<BrowserInput, 'action' | 'page'>): string | undefined {
  if (action !== 'open' || LOCAL_SERVER.test(page.trim())) return undefined
  const path = normalize(page.trim().replace(/[?#].*$/s, ''))
  return isWithin(path, WORKSPACE_ROOT) ? path : normalize(`${WORKSPACE_ROOT}/${path}`)
}

/** The input must have no problem. */
export function browserRequest(input: BrowserInput): BrowserRequest {
  const { action, page = '', target = '', text = '', offset = 1, timeout = BROWSER_WAIT_DEFAULT_S } = input
  const ms = timeout * 1_000
  const chars = BROWSER_SNAPSHOT_CHARS
  const aim = input.target === undefined ? {} : { target }
  switch (action) {
    case 'open':
      return { type: 'open', page: page.trim(), chars }
    case 'console':
      return { type: 'console' }
    case 'resize':
      return { type: 'resize', size: PREVIEW_SIZES.find((size) => size === text) ?? 'panel' }
    case 'snapshot':
      return { type: 'act', action: { kind: 'look', offset, chars } }
    case 'click':
    case 'hover':
      return { type: 'act', action: { kind: action, target } }
    case 'fill':
      return { type: 'act', action: { kind: 'fill', target, text } }
    case 'select':
      return { type: 'act', action: { kind: 'select', target, option: text } }
    case 'press':
      return { type: 'act', action: { kind: 'press', ...aim, key: text } }
    case 'scroll': {
      const to = SCROLL_DIRECTIONS.find((direction) => direction === text)
      return { type: 'act', action: { kind: 'scroll', ...aim, ...(to === undefined ? {} : { to }) } }
    }
    case 'wait':
    case 'wait_gone':
      return { type: 'act', action: { kind: 'wait', text, gone: action === 'wait_gone', ms } }
    case 'evaluate':
      return { type: 'act', action: { kind: 'evaluate', code: text, ms } }
    case 'screenshot':
      return { type: 'act', action: { kind: 'picture', ...aim } }
    default:
      return action satisfies never
  }
}
