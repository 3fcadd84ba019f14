/** Links and forms of an inlined page: what leads to another page of the workspace is told to the app, which shows it. */
import { isInWorkspace, pathOf, withoutFragment } from './addresses.ts'

interface LinkOptions {
  /** Address of the page itself. */
  readonly address: string
  readonly open: (path: string) => void
}

/** To be called once the document is open: opening it takes off all listeners. */
export function followLinks({ address, open }: LinkOptions): void {
  const go = (to: string) => {
    const { hash } = new URL(to)
    if (hash !== '' && withoutFragment(to) === withoutFragment(address)) {
      // The page's base is another than its document's, so that the browser would leave it.
      location.hash = hash
      return
    }
    const path = isInWorkspace(to) ? pathOf(to) : undefined
    if (path === undefined) console.error(`A preview reaches no other host: ${to} was not opened.`)
    else open(path)
  }
  addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href], area[href]') : null
    if (event.defaultPrevented || event.button !== 0 || !(link instanceof HTMLElement)) return
    // Both kinds have it.
    const { href, protocol } = link as HTMLAnchorElement
    if (protocol === 'javascript:' || protocol === 'blob:' || protocol === 'data:') return
    event.preventDefault()
    go(href)
  })
  addEventListener('submit', (event) => {
    const form = event.target
    if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return
    event.preventDefault()
    if (form.method !== 'get') {
      console.error('A preview of files can only be read: the form was not sent.')
      return
    }
    const to = new URL(form.getAttribute('action') ?? '', document.baseURI)
    const fields = new FormData(form, event.submitter)
    to.search = new URLSearchParams([...fields].map(([name, value]) => [name, String(value)])).toString()
    go(to.href)
  })
}
