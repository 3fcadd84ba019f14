/** Inlines the files of images and style sheets that scripts add to an inlined page later. */
import { isInWorkspace } from './addresses.ts'
import { inlineAttribute } from './inline-document.ts'
import type { PagePlace } from './page-requests.ts'
import { inlineStyles, sheetAddress } from './style-sheet.ts'

const ATTRIBUTES = ['src', 'href', 'poster', 'srcset', 'style'] as const
const MEDIA = 'img, source, video, audio, track, input, image'

/** To be called once the document is open. */
export function inlineLateElements(place: PagePlace): void {
  const observer = new MutationObserver((records) => {
    for (const { type, target, addedNodes, attributeName } of records) {
      if (type === 'attributes' && target instanceof Element) inlineLater(target, attributeName, place)
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue
        for (const element of [node, ...node.querySelectorAll('*')])
          for (const name of ATTRIBUTES) inlineLater(element, name, place)
      }
    }
  })
  observer.observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: [...ATTRIBUTES],
  })
}

function inlineLater(element: Element, name: string | null, { files, base }: PagePlace): void {
  const value = name === null ? null : element.getAttribute(name)
  if (name === null || value === null) return
  if (name === 'style') {
    if (!/url\(/i.test(value)) return
    void inlineStyles(value, base(), files).then((text) => {
      if (text !== value && element.getAttribute(name) === value) element.setAttribute(name, text)
    })
    return
  }
  const address = URL.parse(value, base())?.href
  if (name !== 'srcset' && (!address || !isInWorkspace(address))) return
  if (name === 'href' && element.matches('link[rel~="stylesheet" i]')) {
    void sheetAddress(value, base(), files).then((sheet) => {
      if (sheet !== value && element.getAttribute(name) === value) element.setAttribute(name, sheet)
    })
  } else if (element.matches(MEDIA)) void inlineAttribute(element, name, base(), files)
  else if (name === 'src' && element instanceof HTMLScriptElement) {
    console.error(`A preview on a host with one origin cannot load a script that is added later: ${value}`)
  }
}
