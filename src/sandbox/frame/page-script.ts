/** Puts a script before all others of a page, however little of the page has come. */
import { concatenate } from '../contract/bytes.ts'
import { isHtml } from './document-kind.ts'

/** Characters that may come before the first element: a doctype and comments. */
const LOOK_AHEAD = 4096
/**
 * As browsers read it: `<!-->` and `<!--->` are whole comments, `--!>` ends one, too. An escape may change what all bytes behind it
 * mean (ISO-2022-JP), so that the script comes before what has one.
 */
const BEFORE_ELEMENTS =
  /^(?:\u00EF\u00BB\u00BF)?(?:[\t\n\f\r ]|<!--(?!-?>)(?:(?!--!?>)[^\u001B])*--!?>|<!doctype[^>\u001B]*>|<\?[^>\u001B]*>)*/i

/** `data` is for the script to read. */
export function withFirstScript(page: Response, address: string, data = ''): Response {
  const { body, status, statusText, headers } = page
  if (!isHtml(page) || body === null) return page
  const attribute = data === '' ? '' : ` data-page="${encodeURIComponent(data)}"`
  const tag = new TextEncoder().encode(`<script src="${address}"${attribute}></script>`)
  let start: Uint8Array | undefined = new Uint8Array(0)
  const flush = (controller: TransformStreamDefaultController<Uint8Array>, all: Uint8Array): void => {
    const at = elementsAt(all)
    controller.enqueue(all.subarray(0, at))
    controller.enqueue(tag)
    controller.enqueue(all.subarray(at))
    start = undefined
  }
  const insert = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      if (start === undefined) return controller.enqueue(chunk)
      start = concatenate([start, chunk])
      if (hasElements(start) || start.length >= LOOK_AHEAD) flush(controller, start)
    },
    flush: (controller) => {
      if (start !== undefined) flush(controller, start)
    },
  })
  return new Response(body.pipeThrough(insert), { status, statusText, headers })
}

/** A `<` alone may become a comment. */
function hasElements(bytes: Uint8Array): boolean {
  const [next, after] = bytes.subarray(elementsAt(bytes))
  if (next === undefined) return false
  return next !== LESS_THAN || (after !== undefined && after !== EXCLAMATION && after !== QUESTION_MARK)
}

const LESS_THAN = 0x3c
const EXCLAMATION = 0x21
const QUESTION_MARK = 0x3f

/** Offset after the doctype: a script before it would put the page into quirks mode. */
function elementsAt(bytes: Uint8Array): number {
  const text = String.fromCharCode(...bytes.subarray(0, LOOK_AHEAD))
  return BEFORE_ELEMENTS.exec(text)?.[0].length ?? 0
}
