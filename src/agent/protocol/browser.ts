/**
 * The agent looks at a page of the preview and acts on it: the worker asks, the page does it in the preview's frame. Questions
 * and answers travel over a port of their own that the page hands over.
 */
import type { PageAction, PagePicture } from '../../sandbox/page/page-act.ts'

export const PREVIEW_SIZES = ['phone', 'tablet', 'desktop', 'panel'] as const
/** `panel` is as large as the panel that it is in. */
export type PreviewSize = (typeof PREVIEW_SIZES)[number]

export type BrowserRequest =
  /** A path in the workspace, or an address of one of its programs. */
  | { readonly type: 'open'; readonly page: string; readonly chars: number }
  | { readonly type: 'resize'; readonly size: PreviewSize }
  /** Messages of the page's console, and its errors, since the last such request. */
  | { readonly type: 'console' }
  | { readonly type: 'act'; readonly action: Exclude<PageAction, { readonly kind: 'pick' }> }

/** A page's answer is untrusted; `text` may be anything. */
export interface BrowserAnswer {
  readonly ok: boolean
  readonly text: string
  /** The preview's address now, as the user reads it; absent if it shows nothing. */
  readonly page?: { readonly address: string; readonly title: string }
  readonly picture?: PagePicture
}

/** Worker to page. */
export type BrowserPortRequest =
  | { readonly type: 'ask'; readonly id: number; readonly request: BrowserRequest }
  /** The run was stopped: nobody waits for the answer any more. */
  | { readonly type: 'cancel'; readonly id: number }

/** Page to worker. */
export interface BrowserPortAnswer {
  readonly id: number
  readonly answer: BrowserAnswer
}

/** The tools' access to the preview. */
export interface Browser {
  /** Never rejects; once the signal is aborted it answers at once, and the page is told. */
  ask(request: BrowserRequest, signal: AbortSignal): Promise<BrowserAnswer>
}

const NO_PAGE: BrowserAnswer = {
  ok: false,
  text: 'There is no screen here on which a page could be opened. Check the page another way, e.g. with Bash and curl.',
}

/** Stands in if no page offers a preview. */
export const NO_BROWSER: Browser = { ask: () => Promise.resolve(NO_PAGE) }
