/** A page of the workspace as one document: what its markup refers to is in it, under `blob:` addresses. */
import { isInWorkspace, resolveAddress } from './addresses.ts'
import { ImportMap } from './import-map.ts'
import type { ModuleGraph } from './module-graph.ts'
import { blobAddress, textOf } from './page-files.ts'
import type { PageFiles } from './page-files.ts'
import { inlineStyles, sheetAddress } from './style-sheet.ts'

export interface PageParts {
  readonly files: PageFiles
  readonly modules: ModuleGraph
}

interface InlinedDocument {
  readonly html: string
  /** Base of relative addresses. */
  readonly base: string
}

/** Attributes that name one file, by the elements that have them. */
const SINGLE: Readonly<Record<string, string>> = {
  src: 'img[src], source[src], video[src], audio[src], track[src], input[type="image" i][src]',
  poster: 'video[poster]',
  href: 'image[href]',
}
/** Hints for a network that is not there, and what would forbid the `blob:` addresses. */
const USELESS = [
  'link[rel~="preload" i]',
  'link[rel~="modulepreload" i]',
  'link[rel~="prefetch" i]',
  'link[rel~="preconnect" i]',
  'link[rel~="dns-prefetch" i]',
  'link[rel~="manifest" i]',
  'link[rel~="icon" i]',
  'meta[http-equiv="content-security-policy" i]',
]

/** `address` is the page's own. */
export async function inlineDocument(
  html: string,
  address: string,
  { files, modules }: PageParts,
): Promise<InlinedDocument> {
  const page = new DOMParser().parseFromString(html, 'text/html')
  const base = takeBase(page, address)
  for (const element of page.querySelectorAll(USELESS.join())) element.remove()
  readImportMap(page, base, modules)
  await Promise.all([
    ...[...page.querySelectorAll('script')].map((script) => inlineScript(script, base, { files, modules })),
    ...[...page.querySelectorAll('link[rel~="stylesheet" i][href]')].map(async (link) => {
      link.removeAttribute('integrity')
      link.setAttribute('href', await sheetAddress(link.getAttribute('href') ?? '', base, files))
    }),
    ...[...page.querySelectorAll('style')].map(async (style) => {
      style.textContent = await inlineStyles(style.textContent ?? '', base, files)
    }),
    ...[...page.querySelectorAll('[style*="url("]')].map(async (element) => {
      element.setAttribute('style', await inlineStyles(element.getAttribute('style') ?? '', base, files))
    }),
    ...Object.entries(SINGLE).flatMap(([name, selector]) =>
      [...page.querySelectorAll(selector)].map((element) => inlineAttribute(element, name, base, files)),
    ),
    ...[...page.querySelectorAll('[srcset]')].map((element) =>
      inlineAttribute(element, 'srcset', base, files),
    ),
  ])
  putFirst(page, base, modules.takeImportMap())
  const doctype = page.compatMode === 'CSS1Compat' ? '<!doctype html>' : ''
  return { html: doctype + page.documentElement.outerHTML, base }
}

/** Inlines the files that an element's attribute names. */
export async function inlineAttribute(
  element: Element,
  name: string,
  base: string,
  files: PageFiles,
): Promise<void> {
  const value = element.getAttribute(name) ?? ''
  const inlined =
    name === 'srcset' ? await inlineSourceSet(value, base, files) : await files.inlined(value.trim(), base)
  if (inlined !== value && element.getAttribute(name) === value) element.setAttribute(name, inlined)
}

async function inlineSourceSet(text: string, base: string, files: PageFiles): Promise<string> {
  // Addresses with commas in them are `data:`, which need no inlining.
  if (text.includes('data:')) return text
  const candidates = text.split(',').map(async (candidate) => {
    const [reference = '', ...descriptor] = candidate.trim().split(/\s+/)
    return [await files.inlined(reference, base), ...descriptor].join(' ')
  })
  return (await Promise.all(candidates)).join(', ')
}

function takeBase(page: Document, address: string): string {
  const reference = page.querySelector('base[href]')?.getAttribute('href')
  for (const element of page.querySelectorAll('base')) element.remove()
  return (reference && resolveAddress(reference, address)) || address
}

function readImportMap(page: Document, base: string, modules: ModuleGraph): void {
  for (const script of page.querySelectorAll('script[type="importmap" i]')) {
    try {
      modules.importMap = ImportMap.parse(script.textContent ?? '', base)
    } catch (error) {
      console.error(`The page's import map is no JSON: ${error instanceof Error ? error.message : error}`)
    }
    script.remove()
  }
}

async function inlineScript(
  script: HTMLScriptElement,
  base: string,
  { files, modules }: PageParts,
): Promise<void> {
  const isModule = script.type.trim().toLowerCase() === 'module'
  // Anything but a script's type is data.
  if (!isModule && script.type !== '' && !/javascript|ecmascript/i.test(script.type)) return
  const reference = script.getAttribute('src')
  if (reference === null) {
    const { text, imports } = modules.rewrite(script.textContent ?? '', base)
    script.textContent = text
    await Promise.all(imports.map((address) => modules.load(address)))
    return
  }
  const address = resolveAddress(reference, base)
  if (!address || !isInWorkspace(address)) return
  script.removeAttribute('integrity')
  const blob = isModule ? await modules.load(address) : await classicScript(address, { files, modules })
  if (blob !== undefined) script.setAttribute('src', blob)
}

async function classicScript(address: string, { files, modules }: PageParts): Promise<string | undefined> {
  const answer = await files.read(address)
  if (answer.status === 200) {
    const { text } = modules.rewrite(textOf(answer), address)
    return blobAddress({ body: text, contentType: answer.contentType })
  }
  files.reportMissing(address)
  return undefined
}

function putFirst(page: Document, base: string, importMap: string | undefined): void {
  if (importMap !== undefined) {
    const script = page.createElement('script')
    script.type = 'importmap'
    script.textContent = importMap
    page.head.prepend(script)
  }
  const element = page.createElement('base')
  element.href = base
  page.head.prepend(element)
}
