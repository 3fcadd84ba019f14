/** A message as elements. All that was said is text; nothing of it becomes markup. */
import type { TranscriptMessage } from '../agent/session/transcript/messages.ts'
import { headline, partsOf } from '../agent/session/transcript/write-transcript.ts'
import type { Shown } from '../agent/session/transcript/write-transcript.ts'

/** Characters of a part that are drawn: a page of another has no room for a whole log. */
const PART_CHARS = 20_000

export function drawMessage(message: TranscriptMessage): HTMLElement {
  const { role, content } = message
  const isYou = role === 'user' && content.some(({ type }) => type !== 'tool_result')
  const article = element('article', isYou ? 'you' : 'agent')
  article.setAttribute('aria-label', isYou ? 'User' : 'Agent')
  article.append(...partsOf(message).map(drawPart))
  return article
}

function drawPart(part: Shown): HTMLElement {
  switch (part.kind) {
    case 'text':
    case 'thinking':
    case 'other':
      return element('div', `text ${part.kind}`, cut(part.text))
    case 'call':
      return folded('call', part.name, part)
    case 'result':
      return folded(part.failed ? 'failed' : 'result', part.failed ? 'Failed' : 'Result', part)
    default:
      return part satisfies never
  }
}

function folded(kind: string, name: string, part: Shown): HTMLElement {
  const details = element('details', kind)
  const pre = element('pre', '', cut(part.text))
  // It scrolls, so that the keyboard has to reach it.
  pre.tabIndex = 0
  const summary = element('summary', '')
  summary.append(element('b', '', name), ' ', element('span', '', headline(part)))
  details.append(summary, pre)
  return details
}

function cut(text: string): string {
  const left = text.length - PART_CHARS
  return left <= 0 ? text : `${text.slice(0, PART_CHARS)}\n… and ${left.toLocaleString('en')} more characters`
}

export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  className: string,
  text = '',
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name)
  if (className !== '') made.className = className
  if (text !== '') made.textContent = text
  return made
}
