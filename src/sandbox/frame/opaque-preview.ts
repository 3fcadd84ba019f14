/**
 * The preview of a host with one origin: a document on no origin that turns into the page that it is told to show. There
 * is no service worker, so that what the page refers to is put into it beforehand, and what its scripts ask for comes
 * over a port from the kernel. Served without its policy it would stand on the app's origin, and refuses to work.
 */
import { isShowPageMessage } from '../page/preview-messages.ts'
import type { PageFrameMessage, PreviewAnswer } from '../page/preview-messages.ts'
import { pageAddress } from './inline/addresses.ts'
import { inlineDocument } from './inline/inline-document.ts'
import { inlineLateElements } from './inline/late-elements.ts'
import { MODULE_GLOBAL, ModuleGraph } from './inline/module-graph.ts'
import { blobAddress, PageFiles, textOf } from './inline/page-files.ts'
import { followLinks } from './inline/page-links.ts'
import { answerRequests } from './inline/page-requests.ts'
import { provideStorage } from './inline/page-storage.ts'
import { obeyApp } from './page-client/obey.ts'
import { reportPage } from './page-client/report/report-page.ts'

if (window.parent !== window && self.origin === 'null') {
  window.addEventListener('message', ({ source, data, ports: [port] }: MessageEvent<unknown>) => {
    if (source === window.parent && port && isShowPageMessage(data)) void show(data.path, port)
  })
  tell({ type: 'vivarium-page-ready' })
}

/** Only the app may frame this page, so that whoever is the parent is it. */
function tell(message: PageFrameMessage): void {
  window.parent.postMessage(message, '*')
}

async function show(path: string, port: MessagePort): Promise<void> {
  const { address, files, answer } = await readPage(path, port)
  const modules = new ModuleGraph(files)
  let base = address
  const place = { files, base: () => base }
  const page = await inlineDocument(markupOf(answer, address), address, { files, modules })
  base = page.base
  answerRequests(place)
  provideStorage()
  provideImports(modules)
  showQuery(address)
  const reporting = reportPage()
  document.open()
  reporting.listen()
  obeyApp(reporting.flush)
  followLinks({ address, open: (to) => tell({ type: 'vivarium-page-open', path: to }) })
  inlineLateElements(place)
  document.write(page.html)
  document.close()
}

/** The page's own address has a slash at its end where the path is a folder's. */
async function readPage(path: string, port: MessagePort) {
  let address = pageAddress(path)
  let files = new PageFiles(port, address)
  let answer = await files.read(address)
  if (answer.needsSlash === true) {
    const url = new URL(address)
    url.pathname += '/'
    address = url.href
    files = new PageFiles(port, address)
    answer = await files.read(address)
  }
  return { address, files, answer }
}

/** Returns the answer as a page; an image, a media file or a text is wrapped in one. */
function markupOf(answer: PreviewAnswer, address: string): string {
  const type = answer.contentType.replace(/;.*$/s, '')
  if (type === 'text/html') return textOf(answer)
  const element = document.createElement(elementFor(type))
  if (element instanceof HTMLImageElement || element instanceof HTMLMediaElement) {
    element.src = blobAddress(answer)
    if (element instanceof HTMLMediaElement) element.controls = true
  } else {
    const isText = /^text\/|json|xml|javascript/.test(type)
    const name = decodeURIComponent(new URL(address).pathname.split('/').at(-1) ?? '')
    element.textContent = isText
      ? textOf(answer)
      : `${name} (${type}) cannot be shown on a host with one origin. Export the workspace to open it.`
  }
  return `<!doctype html><meta charset="utf-8">${element.outerHTML}`
}

function elementFor(type: string): 'img' | 'video' | 'audio' | 'pre' {
  if (type.startsWith('image/')) return 'img'
  if (type.startsWith('video/')) return 'video'
  return type.startsWith('audio/') ? 'audio' : 'pre'
}

/** For what modules ask at run time. */
function provideImports(modules: ModuleGraph): void {
  const load = async (specifier: string, base: string, options?: ImportCallOptions): Promise<unknown> => {
    const address = modules.importMap.resolve(specifier, base)
    if (address === undefined) throw new TypeError(`The specifier “${specifier}” stands for no module.`)
    const blob = (await modules.load(address)) ?? address
    const map = modules.takeImportMap()
    if (map !== undefined) {
      const script = document.createElement('script')
      script.type = 'importmap'
      script.textContent = map
      document.head.append(script)
    }
    return import(blob, { with: options?.with })
  }
  Object.defineProperty(globalThis, MODULE_GLOBAL, {
    value: Object.freeze({
      importer: (base: string) => (specifier: unknown, options?: ImportCallOptions) =>
        load(String(specifier), base, options),
      meta: (base: string) => ({
        url: base,
        resolve: (specifier: string) => modules.importMap.resolve(specifier, base),
      }),
    }),
  })
}

/** Scripts find the page's query and fragment where they look for them. */
function showQuery(address: string): void {
  const { search, hash } = new URL(address)
  if (search + hash === '') return
  try {
    history.replaceState(null, '', location.pathname + search + hash)
  } catch (error) {
    console.info('The page does not see its query:', error)
  }
}
