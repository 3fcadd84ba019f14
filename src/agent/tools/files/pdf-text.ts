/** The text of a PDF, page by page. The library is loaded with the first PDF. */
import { PDF_DOCUMENT_BYTES, PDF_PAGES, READ_BYTES } from '../../limits.ts'
import { errorOutput, textOutput, type ToolOutput } from '../contract.ts'
import { count } from '../results/result-budget.ts'
import { base64 } from './text-file.ts'

export interface PageRange {
  /** From 1, both included. */
  readonly first: number
  readonly last: number
}

/** "3", "2-5" or "7-"; undefined for anything else. */
export function readPageRange(text: string): PageRange | undefined {
  const [, from, dash, to] = /^\s*(\d{1,6})\s*(?:(-)\s*(\d{1,6})?)?\s*$/.exec(text) ?? []
  if (from === undefined) return undefined
  const first = Number(from)
  const last = to !== undefined ? Number(to) : dash === undefined ? first : first + PDF_PAGES - 1
  return first >= 1 && last >= first ? { first, last } : undefined
}

interface PdfRequest {
  /** As errors and footers name it. */
  readonly path: string
  readonly bytes: Uint8Array
  /** Undefined: from the first page. */
  readonly pages: PageRange | undefined
  readonly signal: AbortSignal
}

/** Never rejects: reports an unreadable file, with an alternative. */
export async function pdfOutput(request: PdfRequest): Promise<ToolOutput> {
  const { path, bytes } = request
  const { getDocument } = await import('unpdf/pdfjs')
  const task = getDocument({
    // A copy: the library keeps what it is given.
    data: bytes.slice(),
    isEvalSupported: false,
    useSystemFonts: true,
    stopAtErrors: false,
    verbosity: 0,
  })
  try {
    const document = await task.promise
    return await pagesOutput(request, document.numPages, async (number) => {
      const page = await document.getPage(number)
      try {
        const { items } = await page.getTextContent()
        return items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
      } finally {
        page.cleanup()
      }
    })
  } catch (error) {
    return errorOutput(`Error: ${path} was not read: ${problemOf(error, bytes.length)}`)
  } finally {
    await task.destroy()
  }
}

async function pagesOutput(
  { path, bytes, pages, signal }: PdfRequest,
  total: number,
  textOf: (page: number) => Promise<string>,
): Promise<ToolOutput> {
  const first = pages?.first ?? 1
  if (first > total)
    return errorOutput(
      `Error: ${path} has ${count(total)} ${total === 1 ? 'page' : 'pages'}; there is no page ${first}.`,
    )
  const wanted = Math.min(pages?.last ?? total, total, first + PDF_PAGES - 1)
  const parts: string[] = []
  let hasText = false
  let chars = 0
  let last = first - 1
  let isCut = false
  for (let number = first; number <= wanted && !isCut && !signal.aborted; number++) {
    const text = plain(await textOf(number))
    hasText ||= text !== ''
    // Half of what a text file may show: the rest of the pages can be asked for.
    const room = READ_BYTES / 2 - chars
    if (text.length > room && number > first) break
    isCut = text.length > room
    parts.push(
      `--- Page ${number} ---\n${text === '' ? '(no text: a picture, perhaps)' : text.slice(0, room)}`,
    )
    chars += text.length
    last = number
  }
  const cut = isCut ? ` The text of page ${last} is cut.` : ''
  const next = last < total ? ` Go on with pages "${last + 1}-${Math.min(last + PDF_PAGES, total)}".` : ''
  const which = first === last ? `Page ${first}` : `Pages ${first} to ${last}`
  // Scanned pages: a model that takes documents can look at them itself.
  const isShown = !hasText && first === 1 && last === total && bytes.length <= PDF_DOCUMENT_BYTES
  const shown = isShown ? ' The file itself follows, for models that take documents.' : ''
  const output = textOutput(
    `${parts.join('\n\n')}\n[${which} of ${count(total)} of ${path}; text only.${cut}${next}${shown}]`,
  )
  if (!isShown) return output
  const source = { type: 'base64', media_type: 'application/pdf', data: base64(bytes) } as const
  return { ...output, content: [...output.content, { type: 'document', source }] }
}

/** Without the blanks that come of placing words, and without half characters. */
function plain(text: string): string {
  return text
    .replaceAll('\0', '')
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .toWellFormed()
}

/** By name: the library's classes are not all exported. */
function problemOf(error: unknown, bytes: number): string {
  const { name, message } = error instanceof Error ? error : { name: '', message: String(error) }
  if (name === 'PasswordException')
    return 'it is encrypted with a password. Ask the user for a copy without one, or for its text.'
  if (name === 'InvalidPDFException')
    return `it begins as a PDF but is broken (${count(bytes)} bytes). It may be cut off, or still be downloaded; get it again.`
  return `the PDF could not be understood (${message}). Look into it with a command of Bash that knows the format.`
}
