/**
 * The frames that a page makes within itself: those of `about:blank`, `srcdoc`, `blob:` and `javascript:` have no first script
 * of ours. Most are reached before the page's scripts can be there, not all.
 */
import type { Realm } from '../browser-cookies.ts'

/** Elements that hold a window. */
const HOLDERS = ['HTMLIFrameElement', 'HTMLFrameElement', 'HTMLObjectElement'] as const

/** Calls `change` with the realm of each frame within `realm`, as often as it has a new one, and with those within them. */
export function watchInnerFrames(realm: Realm, change: (inner: Realm) => void): void {
  const changed = new WeakSet<object>()
  const enter = (inner: Window | null): void => {
    // A browser's window stays the same when another document comes into it.
    if (!isOwn(inner) || changed.has(inner.Document)) return
    changed.add(inner.Document)
    change(inner)
    watch(inner)
  }
  const look = (target: EventTarget | null): void => {
    if (isHolder(target)) enter(target.contentWindow)
  }
  const lookIn = (node: Node): void => {
    look(node)
    if (isParent(node)) node.querySelectorAll('iframe, frame').forEach(look)
  }
  const watchTree = (inner: Realm, root: Document | ShadowRoot): void => {
    // A frame without an address is loaded while it is put in. This listener comes before those of the page.
    root.addEventListener('load', ({ target }) => look(target), true)
    new inner.MutationObserver((records) => {
      for (const { addedNodes } of records) addedNodes.forEach(lookIn)
    }).observe(root, { childList: true, subtree: true })
    lookIn(root)
  }
  const watch = (inner: Realm): void => {
    watchTree(inner, inner.document)
    for (const name of HOLDERS) passThrough(inner[name].prototype, enter)
    const { attachShadow } = inner.Element.prototype
    inner.Element.prototype.attachShadow = function (this: Element, init) {
      const root = attachShadow.call(this, init)
      watchTree(inner, root)
      return root
    }
  }
  watch(realm)
}

/** A page gets a frame's window or document after `enter`. */
function passThrough(prototype: object, enter: (inner: Window | null) => void): void {
  const ofWindow = Object.getOwnPropertyDescriptor(prototype, 'contentWindow')?.get
  const ofDocument = Object.getOwnPropertyDescriptor(prototype, 'contentDocument')?.get
  const windowOf = (element: unknown): Window | null => ofWindow?.call(element)
  const define = (name: string, get: (this: unknown) => unknown) =>
    Object.defineProperty(prototype, name, { configurable: true, enumerable: true, get })
  define('contentWindow', function () {
    const inner = windowOf(this)
    enter(inner)
    return inner
  })
  define('contentDocument', function () {
    enter(windowOf(this))
    return ofDocument?.call(this)
  })
}

/** By its fields: an element of another realm is an instance of none of this one's classes. */
function isHolder(target: EventTarget | null): target is EventTarget & { contentWindow: Window | null } {
  return target !== null && 'contentWindow' in target
}

function isParent(node: Node): node is Node & ParentNode {
  return 'querySelectorAll' in node
}

/** Another origin's window says nothing. */
function isOwn(inner: Window | null): inner is Realm {
  try {
    return inner !== null && inner.document !== null
  } catch {
    return false
  }
}
