import { z } from 'zod'
import { IMAGE_BYTES, PDF_PAGES, READ_BYTES, READ_FILE_BYTES, READ_LINES } from '../../limits.ts'
import { checkReads } from '../../permission/scope.ts'
import { buildTool, errorOutput, textOutput, type ToolOutput } from '../contract.ts'
import type { ImageBlock } from '../../protocol/messages.ts'
import { notebookBlocks, parseNotebook } from './notebook.ts'
import { absolute, missingPathText, shown } from './paths.ts'
import { pdfOutput, readPageRange } from './pdf-text.ts'
import { count, cutStart } from '../results/result-budget.ts'
import { failureOf, readContent, type FileContent } from './text-file.ts'

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
  run: async ({ file_path, offset = 1, limit = READ_LINES, pages }, { sandbox, state, signal }) => {
    const path = absolute(file_path)
    const file = await readContent(sandbox, path)
    if (!file.ok) return errorOutput(failureOf(file.error))
    const { hash } = file.value
    const seen = state.files.get(path)
    if (
      seen?.hash === hash &&
      seen.shown?.offset === offset &&
      seen.shown.limit === limit &&
      seen.shown.pages === pages
    ) {
      return textOutput(
        `[${path} is unchanged since you read these lines of it; they are further up in this conversation.]`,
      )
    }
    const output =
      file.value.content.kind === 'binary' && file.value.content.type === PDF
        ? await pdfOutput({
            path,
            bytes: file.value.bytes,
            pages: pages === undefined ? undefined : readPageRange(pages),
            signal,
          })
        : pages === undefined
          ? show(path, file.value, { offset, limit })
          : errorOutput(`Error: ${path} is no PDF; pages are of PDFs only. Leave the field out.`)
    if (output.isError) return output
    return { ...output, changes: (next) => next.files.set(path, { hash, shown: { offset, limit, pages } }) }
  },
})

const PDF = 'application/pdf'

function show(path: string, file: FileContent, window: { offset: number; limit: number }): ToolOutput {
  const { content, size } = file
  if (content.kind === 'binary') {
    if (content.image !== undefined) return imageOutput(path, size, content.image)
    return textOutput(
      `[${path} is a binary file (${content.type}, ${count(size)} bytes) and not shown. Look into it with a command of Bash that knows the format.]`,
    )
  }
  const notebook = path.endsWith('.ipynb') ? parseNotebook(content.text) : undefined
  if (notebook?.ok === true) {
    const blocks = notebookBlocks(notebook.notebook)
    const chars = blocks.reduce((sum, block) => sum + (block.type === 'text' ? block.text.length : 0), 0)
    // Longer ones are shown as the text that they are, in parts.
    if (chars <= READ_BYTES) return { content: blocks, isError: false }
  }
  if (content.text === '') return textOutput(`[${path} exists and is empty.]`)
  const lines = linesOf(content.text)
  if (window.offset > lines.length) {
    return errorOutput(
      `Error: offset ${window.offset} is behind the end: ${path} has ${count(lines.length)} ${lines.length === 1 ? 'line' : 'lines'}.`,
    )
  }
  const damaged = content.kind === 'damaged' ? '\n[Some bytes are not UTF-8 and shown as \ufffd.]' : ''
  return textOutput(numbered(lines, window) + damaged)
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

/** Lines without their ends and without a byte order mark; a last line end does not begin another line. */
export function linesOf(text: string): string[] {
  const lines = text.replace(/^\ufeff/, '').split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
}

function numbered(lines: readonly string[], { offset, limit }: { offset: number; limit: number }): string {
  const encoder = new TextEncoder()
  const shownLines: string[] = []
  let bytes = 0
  for (const [index, line] of lines.slice(offset - 1, offset - 1 + limit).entries()) {
    const text = `${offset + index}\t${line}`
    const size = encoder.encode(text).length + 1
    if (bytes + size > READ_BYTES) {
      if (shownLines.length === 0) return cutLine(line, offset, lines.length)
      break
    }
    shownLines.push(text)
    bytes += size
  }
  const last = offset + shownLines.length - 1
  if (offset === 1 && last === lines.length) return shownLines.join('\n')
  const next = last < lines.length ? ` Go on with offset ${last + 1}.` : ''
  return `${shownLines.join('\n')}\n[Lines ${offset} to ${last} of ${count(lines.length)}.${next}]`
}

/** A single line over the byte limit, such as a minified file. */
function cutLine(line: string, number: number, total: number): string {
  const part = cutStart(line, READ_BYTES / 4)
  const next = number < total ? ` Go on with offset ${number + 1}.` : ''
  return `${number}\t${part}\n[Line ${number} of ${count(total)} has ${count(line.length)} characters and is cut after ${count(part.length)}; search in it with Grep or cut it with Bash.${next}]`
}
