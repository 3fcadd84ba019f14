/** A page as a model reads it. The libraries are loaded with the first page. */
import { PAGE_CHARS } from '../../limits.ts'
import { cutStart } from '../results/result-budget.ts'

/** Elements whose content is no text: it is left out. */
const LEFT_OUT = ['script', 'style', 'noscript', 'template', 'svg', 'iframe', 'object', 'canvas', 'head']

export async function markdownOf(html: string): Promise<string> {
  const [{ default: TurndownService }, { createDocument }] = await Promise.all([
    import('turndown'),
    import('@mixmark-io/domino'),
  ])
  const document = createDocument(cutStart(html, PAGE_CHARS))
  const service = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
  }).remove(LEFT_OUT)
  const title = document.title.trim()
  const text = document.body === null ? '' : service.turndown(document.body)
  const plain = text.replace(/\n{3,}/g, '\n\n').trim()
  return title === '' ? plain : `Title: ${title}\n\n${plain}`
}
