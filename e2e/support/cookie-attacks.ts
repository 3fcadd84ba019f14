/** Ways in which a page of the preview may try to set a cookie of the browser's own. */
/**
 * Runs in the page, and gets through: the window of a frame that is being loaded, by its number, before anything tells that it is
 * there. Cookies that this sets have to do no harm. Returns what the browser then has.
 */
export function setCookieUnseen(cookies: readonly string[]): string {
  const element = document.createElement('iframe')
  element.src = '/page'
  document.body.append(element)
  const realm = window[window.length - 1] as unknown as Window
  for (const cookie of cookies) realm.document.cookie = cookie
  const { cookie } = realm.document
  element.remove()
  return cookie
}

/** Runs in the page: all other ways, one after the other. Returns why some of them failed. */
export async function attackCookies(): Promise<Record<string, string>> {
  const failures: Record<string, string> = {}
  type Realm = Window & typeof globalThis
  const attempt = async (name: string, act: () => unknown): Promise<void> => {
    try {
      await Promise.race([
        act(),
        new Promise((_, reject) => setTimeout(() => reject(new Error('late')), 3000)),
      ])
    } catch (error) {
      failures[name] = String(error)
    }
  }
  const viaStore = (realm: object, name: string): unknown =>
    (realm as { cookieStore?: { set(name: string, value: string): Promise<void> } }).cookieStore?.set(
      name,
      '1',
    )
  const viaSetter = (realm: Realm | null | undefined, name: string, on: Document = document): void => {
    if (!realm) throw new Error('no realm')
    const { set } = Object.getOwnPropertyDescriptor(realm.Document.prototype, 'cookie') ?? {}
    if (!set) throw new Error('no setter')
    set.call(on, `${name}=1; path=/`)
  }
  const useAll = async (realm: Realm | null | undefined, name: string): Promise<void> => {
    if (!realm) throw new Error('no realm')
    realm.document.cookie = `${name}-own=1; path=/`
    viaSetter(realm, `${name}-taken`)
    await viaStore(realm, `${name}-store`)
  }
  const frame = (
    set: (element: HTMLIFrameElement) => void,
    into: ParentNode = document.body,
  ): HTMLIFrameElement => {
    const element = document.createElement('iframe')
    set(element)
    into.append(element)
    return element
  }
  const loaded = (element: HTMLIFrameElement): Promise<HTMLIFrameElement> =>
    new Promise((resolve) => element.addEventListener('load', () => resolve(element)))
  const script = (name: string): string =>
    `<script>document.cookie = '${name}-own=1; path=/'; globalThis.cookieStore?.set('${name}-store', '1')</` +
    'script>'
  const last = (): Realm => window[window.length - 1] as unknown as Realm

  await attempt('page', () => useAll(window, 'page'))
  await attempt('store-class', () => {
    const { CookieStore } = window as unknown as {
      CookieStore?: { prototype: { set(...all: unknown[]): unknown } }
    }
    return CookieStore?.prototype.set.call(
      (window as unknown as { cookieStore: unknown }).cookieStore,
      'store-class',
      '1',
    )
  })
  await attempt('deleted-shim', () => {
    const before = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie')
    delete (Document.prototype as { cookie?: string }).cookie
    document.cookie = 'deleted-shim=1; path=/'
    delete (document as { cookie?: string }).cookie
    if (before) Object.defineProperty(Document.prototype, 'cookie', before)
  })
  await attempt('blank-window', () => useAll(frame(() => undefined).contentWindow as Realm, 'blank-window'))
  await attempt('blank-document', () => {
    const { contentDocument } = frame(() => undefined)
    if (contentDocument) contentDocument.cookie = 'blank-document=1; path=/'
  })
  await attempt('blank-index', () => {
    frame(() => undefined)
    return useAll(last(), 'blank-index')
  })
  await attempt('blank-frames-name', () => {
    frame((element) => (element.name = 'named'))
    return useAll((window as unknown as Record<string, Realm>)['named'], 'blank-frames-name')
  })
  await attempt('blank-markup', () => {
    document.body.insertAdjacentHTML('beforeend', '<iframe></iframe>')
    return useAll(last(), 'blank-markup')
  })
  await attempt('blank-in-shadow', () => {
    const root = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'closed' })
    root.innerHTML = '<iframe></iframe>'
    return useAll((root.firstElementChild as HTMLIFrameElement).contentWindow as Realm, 'blank-in-shadow')
  })
  await attempt('index-in-shadow', () => {
    const root = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'closed' })
    const count = window.length
    root.append(document.createElement('iframe'))
    if (window.length === count) throw new Error('not counted')
    return useAll(last(), 'index-in-shadow')
  })
  await attempt('object-element', () => {
    const element = document.createElement('object')
    element.type = 'text/html'
    document.body.append(element)
    return useAll(element.contentWindow as Realm, 'object-element')
  })
  await attempt('sync-while-loading', () =>
    useAll(frame((element) => (element.src = '/page')).contentWindow as Realm, 'sync-while-loading'),
  )
  await attempt('load-listener-index', async () => {
    const done = new Promise<void>((resolve, reject) => {
      const use = (): void => void useAll(last(), 'load-listener-index').then(resolve, reject)
      document.addEventListener('load', use, { capture: true, once: true })
    })
    frame(() => undefined)
    await done
  })
  await attempt('svg-getter', async () => {
    const element = document.createElement('iframe')
    const done = loaded(element)
    element.src = URL.createObjectURL(
      new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: 'image/svg+xml' }),
    )
    document.body.append(element)
    await done
    await useAll(element.getSVGDocument()?.defaultView as Realm, 'svg-getter')
  })
  await attempt('load-event-view', async () => {
    const element = document.createElement('iframe')
    const done = loaded(element)
    document.body.append(element)
    await done
    await useAll(element.contentDocument?.defaultView as Realm, 'load-event-view')
  })
  await attempt('grandchild', () => {
    const child = frame(() => undefined).contentWindow
    const inner = child?.document.createElement('iframe')
    if (!child || !inner) throw new Error('no child')
    child.document.body.append(inner)
    return useAll(child[0] as unknown as Realm, 'grandchild')
  })
  await attempt('srcdoc', async () => {
    const element = document.createElement('iframe')
    const done = loaded(element)
    element.srcdoc = script('srcdoc')
    document.body.append(element)
    await done
    await useAll(element.contentWindow as Realm, 'srcdoc-outside')
  })
  await attempt('srcdoc-markup', async () => {
    const box = document.createElement('div')
    document.body.append(box)
    box.innerHTML = `<iframe srcdoc="${script('srcdoc-markup').replaceAll('"', '&quot;')}"></iframe>`
    await loaded(box.firstElementChild as HTMLIFrameElement)
  })
  for (const [name, type] of [
    ['blob', 'text/html'],
    ['blob-svg', 'image/svg+xml'],
    ['blob-xhtml', 'application/xhtml+xml'],
  ] as const) {
    await attempt(name, async () => {
      const markup =
        type === 'text/html'
          ? script(name)
          : `<x xmlns="http://www.w3.org/1999/xhtml"><script>document.cookie = '${name}-own=1; path=/'; globalThis.cookieStore?.set('${name}-store', '1')</` +
            'script></x>'
      const element = document.createElement('iframe')
      const done = loaded(element)
      element.src = URL.createObjectURL(new Blob([markup], { type }))
      document.body.append(element)
      await done
      await useAll(element.contentWindow as Realm, `${name}-outside`)
    })
  }
  await attempt('data', () => loaded(frame((element) => (element.src = `data:text/html,${script('data')}`))))
  await attempt('javascript', async () => {
    const element = frame(() => undefined)
    const done = loaded(element)
    element.src = `javascript:${JSON.stringify(script('javascript'))}`
    await done
    await useAll(element.contentWindow as Realm, 'javascript-outside')
  })
  await attempt('document-write', async () => {
    const element = frame(() => undefined)
    const { contentDocument } = element
    contentDocument?.open()
    contentDocument?.write(script('document-write'))
    contentDocument?.close()
    await useAll(element.contentWindow as Realm, 'document-write-outside')
  })
  for (const path of [
    '/page',
    '/plain',
    '/script',
    '/picture',
    '/xhtml',
    '/xml',
    '/json',
    '/none',
    '/nothing-here/../none',
    '/host.html',
    '/service-worker.js',
    '/assets/none.js',
    '/vivarium-page.js',
    '/favicon.ico',
  ])
    await attempt(`at ${path}`, async () => {
      const name = `at${path.replaceAll(/\W/g, '-')}`
      const element = document.createElement('iframe')
      const done = loaded(element)
      element.src = path
      document.body.append(element)
      await done
      await useAll(element.contentWindow as Realm, name)
    })
  // The same path, past the service worker's addresses of this program.
  for (const path of ['/host.html', '/service-worker.js', '/none.txt', '/assets/none.js'])
    await attempt(`origin ${path}`, async () => {
      const name = `origin${path.replaceAll(/\W/g, '-')}`
      const element = document.createElement('iframe')
      element.referrerPolicy = 'no-referrer'
      const done = loaded(element)
      element.src = location.origin + path
      document.body.append(element)
      await done
      await useAll(element.contentWindow as Realm, name)
    })
  await attempt('early-realm', async () => {
    const element = document.createElement('iframe')
    element.src = '/page'
    document.body.append(element)
    const first = element.contentWindow?.document
    const until = Date.now() + 2000
    while (element.contentWindow?.document === first && Date.now() < until)
      await new Promise((resolve) => setTimeout(resolve))
    await useAll(element.contentWindow as Realm, 'early-realm')
  })
  await attempt('made-document', () => {
    document.implementation.createHTMLDocument('').cookie = 'made-document=1; path=/'
    new DOMParser().parseFromString('<p>', 'text/html').cookie = 'parsed-document=1; path=/'
    document.implementation.createDocument(null, 'x').cookie = 'made-xml=1; path=/'
  })
  await attempt('window-open', () => useAll(window.open('about:blank') as Realm | null, 'window-open'))
  await attempt('meta', () => {
    document.head.insertAdjacentHTML('beforeend', '<meta http-equiv="set-cookie" content="meta=1; path=/">')
  })
  await attempt('sibling', () => {
    const found: Promise<void>[] = []
    for (let at = 0; at < window.parent.length; at += 1) {
      try {
        const other = window.parent[at] as unknown as Realm
        if (other !== window && other.document) found.push(useAll(other, `sibling-${at}`))
      } catch {
        // It is the app's, or another origin's.
      }
    }
    return Promise.all(found)
  })
  await attempt('worker', () => {
    const source = `globalThis.cookieStore?.set('worker', '1').then(() => postMessage(1), () => postMessage(1)) ?? postMessage(1)`
    const worker = new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })))
    return new Promise((resolve) => (worker.onmessage = resolve))
  })
  await attempt('service-worker', () => navigator.serviceWorker.register('/script', { scope: '/x/' }))
  await attempt('xhr-document', async () => {
    const request = new XMLHttpRequest()
    request.responseType = 'document'
    request.open('GET', '/page')
    await new Promise((resolve) => {
      request.onload = resolve
      request.send()
    })
    if (request.responseXML) request.responseXML.cookie = 'xhr-document=1; path=/'
  })
  await attempt('answer', async () => {
    await fetch('/page', { credentials: 'include' })
    await fetch('/host.html', { credentials: 'include' })
  })
  await attempt('xslt', () => {
    const processor = new XSLTProcessor()
    processor.importStylesheet(
      new DOMParser().parseFromString(
        '<x:stylesheet version="1.0" xmlns:x="http://www.w3.org/1999/XSL/Transform"><x:template match="/"><html/></x:template></x:stylesheet>',
        'text/xml',
      ),
    )
    processor.transformToDocument(document).cookie = 'xslt=1; path=/'
  })
  return failures
}
