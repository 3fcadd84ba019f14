import { z } from 'zod'
import { IMAGE_BYTES, PDF_PAGES, READ_BYTES, READ_FILE_BYTES, READ_LINES } from '../../limits.ts'
import { checkReads } from '../../permission/scope.ts'
import { buildTool, errorOutput, textOutput, type ToolContext, type ToolOutput } from '../contract.ts'
import type { SeenLines } from '../../protocol/events/call-events.ts'
import type { ImageBlock } from '../../protocol/messages.ts'
import { notebookBlocks, parseNotebook } from './notebook.ts'
import { absolute, missingPathText, shown } from './paths.ts'
import { pdfOutput, readPageRange } from './pdf-text.ts'
import { count } from '../results/result-budget.ts'
import type { ShownFile } from '../state.ts'
import { failureOf, readContent, type FileContent } from './text-file.ts'
import { linesOf, numbered } from './text-lines.ts'

const schema = z.strictObject({
  file_path: z.string().min(1).describe('The file: an absolute path, or one relative to /workspace.'),
  offset: z
    .int()
    .min(1)
    .optional()
    .describe('Number of the first line to show, from 1. Only for long files.'),
  limit: z
    .int()
    .min(1)
    .max(READ_LINES)
    .optional()
    .describe(`How many lines to show; default and maximum ${READ_LINES}.`),
  pages: z
    .string()
    .optional()
    .describe(`Pages of a PDF, e.g. "3" or "1-5"; at most ${PDF_PAGES} at once. Default: from the first.`),
})

export const readTool = buildTool({
  name: 'Read',
  description: `Shows a file: text with line numbers (number, tab, line), images as images, Jupyter notebooks cell by cell, PDFs as their text, page by page.

Use it before you change a file with Edit or Write: both refuse a file that was not read, or changed since. One call shows up to ${READ_LINES} lines or ${READ_BYTES / 1024} KiB and says how to go on. The numbers and the tab are not part of the file.

Do not use it to search (Grep), to find files by name (Glob) or to list a directory (LS). Other binary files are only named, not shown.`,
  schema,
  kind: 'read',
  maxResultChars: Infinity, // It bounds itself; offloading what reads files would go in circles.
  isConcurrencySafe: () => true,
  isReadOnly: () => true,
  isDestructive: () => false,
  title: ({ file_path }) => shown(absolute(file_path)),
  subject: ({ file_path }) => ({ reads: [absolute(file_path)] }),
  check: (_, { paths }) => checkReads(paths),
  validate: async ({ file_path, pages }, context) => {
    if (pages !== undefined && readPageRange(pages) === undefined) {
      return `pages is ${JSON.stringify(pages)}. Give a page or a range of a PDF, e.g. "3" or "1-5".`
    }
    const { sandbox } = context
    const path = absolute(file_path)
    const stat = await sandbox.stat(path)
    if (!stat.ok) {
      return stat.error.kind === 'not_found' ? missingPathText(context, path) : failureOf(stat.error)
    }
    if (stat.value.kind === 'directory') {
      return `${path} is a directory. List it with LS, or find files in it with Glob.`
    }
    if (stat.value.size > READ_FILE_BYTES) {
      return `${path} has ${count(stat.value.size)} bytes; Read opens at most ${count(READ_FILE_BYTES)}. Search it with Grep, or show a part with Bash: head, tail, sed -n '100,200p'.`
    }
    return undefined
  },
  run: async ({ file_path, offset = 1, limit = READ_LINES, pages }, context) => {
    const { sandbox, state, toolUseId, turnId } = context
    const path = absolute(file_path)
    const file = await readContent(sandbox, path)
    if (!file.ok) return errorOutput(failureOf(file.error))
    const { hash } = file.value
    const part = { offset, limit, pages }
    const seen = state.files.get(path)
    if (seen?.hash === hash && seen.shown && isThere(seen.shown, part, context)) {
      return textOutput(unchangedText(path), { shownBy: seen.shown.toolUseId })
    }
    const { output, lines } = await shownPart(path, file.value, part, context)
    if (output.isError) return output
    // Pictures leave the conversation without their results: they are shown again each time.
    const isText = output.content.every(({ type }) => type === 'text')
    const shown = isText ? { shown: { toolUseId, turnId, ...part, lines } } : {}
    return { ...output, changes: (next) => next.files.set(path, { hash, ...shown }) }
  },
})

function unchangedText(path: string): string {
  return `[${path} is unchanged since you read these lines of it; they are further up in this conversation.]`
}

/** For results of logs that do not name the result that shows the same. */
export function saysUnchanged(text: string): boolean {
  return text.endsWith(unchangedText('').slice(1))
}

const PDF = 'application/pdf'

interface Part {
  readonly offset: number
  readonly limit: number
  readonly pages: string | undefined
}

interface Shown {
  readonly output: ToolOutput
  readonly lines?: SeenLines | undefined
}

/** The same part was shown, by a result of this turn or one that the conversation still has. */
function isThere(
  shown: ShownFile,
  { offset, limit, pages }: Part,
  { turnId, isShown }: Pick<ToolContext, 'turnId' | 'isShown'>,
): boolean {
  if (shown.offset !== offset || shown.limit !== limit || shown.pages !== pages) return false
  return shown.turnId === turnId || isShown(shown.toolUseId)
}

async function shownPart(
  path: string,
  file: FileContent,
  { offset, limit, pages }: Part,
  { signal }: Pick<ToolContext, 'signal'>,
): Promise<Shown> {
  if (file.content.kind === 'binary' && file.content.type === PDF) {
    const range = pages === undefined ? undefined : readPageRange(pages)
    return { output: await pdfOutput({ path, bytes: file.bytes, pages: range, signal }) }
  }
  if (pages === undefined) return show(path, file, { offset, limit })
  return { output: errorOutput(`Error: ${path} is no PDF; pages are of PDFs only. Leave the field out.`) }
}

function show(path: string, file: FileContent, window: Omit<Part, 'pages'>): Shown {
  const { content, size } = file
  if (content.kind === 'binary') {
    if (content.image !== undefined) return { output: imageOutput(path, size, content.image) }
    const what = `${content.type}, ${count(size)} bytes`
    return {
      output: textOutput(
        `[${path} is a binary file (${what}) and not shown. Look into it with a command of Bash that knows the format.]`,
      ),
    }
  }
  const notebook = path.endsWith('.ipynb') ? parseNotebook(content.text) : undefined
  if (notebook?.ok === true) {
    const blocks = notebookBlocks(notebook.notebook)
    const chars = blocks.reduce((sum, block) => sum + (block.type === 'text' ? block.text.length : 0), 0)
    // Longer ones are shown as the text that they are, in parts.
    if (chars <= READ_BYTES) return { output: { content: blocks, isError: false } }
  }
  return showText(path, content, window)
}

function showText(
  path: string,
  { kind, text }: Exclude<FileContent['content'], { kind: 'binary' }>,
  window: Omit<Part, 'pages'>,
): Shown {
  if (text === '')
    return { output: textOutput(`[${path} exists and is empty.]`), lines: { from: 1, to: 0, of: 0 } }
  const lines = linesOf(text)
  if (window.offset > lines.length) {
    const has = `${count(lines.length)} ${lines.length === 1 ? 'line' : 'lines'}`
    return {
      output: errorOutput(`Error: offset ${window.offset} is behind the end: ${path} has ${has}.`),
    }
  }
  const damaged = kind === 'damaged' ? '\n[Some bytes are not UTF-8 and shown as \ufffd.]' : ''
  const part = numbered(lines, window)
  return { output: textOutput(part.text + damaged), lines: part.lines }
}

function imageOutput(path: string, size: number, image: ImageBlock['source']): ToolOutput {
  if (size > IMAGE_BYTES) {
    return textOutput(
      `[${path} is an image (${image.media_type}) of ${count(size)} bytes; at most ${count(IMAGE_BYTES)} can be shown.]`,
    )
  }
  const text = `[${path}, ${image.media_type}, ${count(size)} bytes]`
  return {
    content: [
      { type: 'text', text },
      { type: 'image', source: image },
    ],
    isError: false,
  }
}
