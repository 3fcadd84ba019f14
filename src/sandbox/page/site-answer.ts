/** A workspace's files as a static site, for the preview: those of the sandbox, or of a tree that is stored. */
import { basename, dirname, join, WORKSPACE_ROOT } from '../contract/path.ts'
import { isOwnWithheldFile } from '../contract/withheld-file.ts'
import type { PreviewAnswer, PreviewRequest } from './preview-messages.ts'

/** By absolute paths. What cannot be read is not there. */
export interface SiteFiles {
  /** Links lead on. */
  kindOf(path: string): Promise<'file' | 'directory' | undefined>
  /** The bytes are the caller's own. */
  read(path: string): Promise<Uint8Array | undefined>
  list(path: string): Promise<readonly { readonly name: string; readonly kind: string }[]>
  /** Whether the file at the path holds secrets, by whatever name it is asked for. */
  isWithheld?(path: string): boolean
}

const HTML = 'text/html; charset=utf-8'
const TEXT = 'text/plain; charset=utf-8'
const SCRIPT = 'text/javascript; charset=utf-8'

const TYPES: Readonly<Record<string, string>> = {
  html: HTML,
  htm: HTML,
  js: SCRIPT,
  mjs: SCRIPT,
  cjs: SCRIPT,
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  map: 'application/json; charset=utf-8',
  webmanifest: 'application/manifest+json',
  xml: 'text/xml; charset=utf-8',
  txt: TEXT,
  md: TEXT,
  csv: TEXT,
  ts: TEXT,
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/x-icon',
  woff: 'font/woff',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
  wasm: 'application/wasm',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  webm: 'video/webm',
  pdf: 'application/pdf',
}

/** Always an answer; what cannot be shown is a page that says why. */
export async function answerPreview(files: SiteFiles, request: PreviewRequest): Promise<PreviewAnswer> {
  for (const path of candidates(request)) {
    const answer = await answerFor(files, path, request.path.endsWith('/'))
    if (answer) return answer
  }
  return page(404, `There is no ${request.path} in the workspace.`)
}

/** Candidates: the path itself, or, for an absolute path on a page, the page's folder and those above. */
function candidates({ path, page: asking }: PreviewRequest): string[] {
  if (asking === undefined) return [join(WORKSPACE_ROOT, safe(path))]
  const found: string[] = []
  const own = asking.endsWith('/') ? safe(asking) : dirname(safe(asking))
  for (let folder = own; ; folder = dirname(folder)) {
    found.push(join(WORKSPACE_ROOT, folder, safe(path)))
    if (folder === '/') return found
  }
}

/** Without a way out of the workspace by `..`. */
function safe(path: string): string {
  return join('/', path)
}

/** Undefined when there is nothing of that name. */
async function answerFor(
  files: SiteFiles,
  path: string,
  asFolder: boolean,
): Promise<PreviewAnswer | undefined> {
  const kind = await files.kindOf(path)
  if (kind === 'directory') return folderAnswer(files, path, asFolder)
  // A page is code of others, and the agent reads what it shows.
  if (kind === 'file' && (isOwnWithheldFile(path) || files.isWithheld?.(path) === true))
    return page(403, `${basename(path)} holds secrets: no page gets it.`)
  const body = kind === 'file' ? await files.read(path) : undefined
  return body && { status: 200, contentType: typeOf(path), body }
}

async function folderAnswer(files: SiteFiles, path: string, asFolder: boolean): Promise<PreviewAnswer> {
  // Relative addresses on a page count from its last slash. A redirect would be refused by Connection-Allowlist.
  if (!asFolder) {
    const redirect = '<script>location.replace(location.pathname + "/" + location.search)</script>'
    return { ...html(200, redirect), needsSlash: true }
  }
  const index = await answerFor(files, `${path}/index.html`, false)
  if (index) return index
  const links = (await files.list(path)).map(({ name, kind }) => {
    const address = encodeURIComponent(name) + (kind === 'directory' ? '/' : '')
    return `<li><a href="./${escape(address)}">${escape(name)}</a>`
  })
  return html(200, `<h1>${escape(basename(path))}</h1><p>No index.html here.<ul>${links.join('')}</ul>`)
}

function typeOf(path: string): string {
  const name = basename(path).toLowerCase()
  return TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
}

function page(status: number, message: string): PreviewAnswer {
  return html(status, `<p>${escape(message)}`)
}

function html(status: number, content: string): PreviewAnswer {
  const body = new TextEncoder().encode(`<!doctype html><meta charset="utf-8">${content}`)
  return { status, contentType: HTML, body }
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
