/**
 * Takes the browser's own cookies from a page. They would go to every port of the host, the app's included, and stay when
 * the sandbox is gone. This tidies up rather than locks: a page can find a realm that no script of ours has seen, which is why
 * the app opens whatever cookies there are (docs/decisions/2026-11-28-cookies.md). Imports nothing: the host page has it, too.
 */

/** The global object of a window of this origin. */
export type Realm = Window & typeof globalThis

/** In place of the browser's, behind `document.cookie`. */
export interface PageCookies {
  read(): string
  set(text: string): void
}

const STORES = ['cookieStore', 'CookieStore', 'CookieStoreManager', 'CookieChangeEvent']

/** The cookies of a page that has none. */
export const NO_COOKIES: PageCookies = { read: () => '', set: () => undefined }

export function hideBrowserCookies(realm: Realm, { read, set }: PageCookies): void {
  for (const name of STORES) Reflect.deleteProperty(realm, name)
  realm.Object.defineProperty(realm.Document.prototype, 'cookie', {
    configurable: true,
    enumerable: true,
    get: () => read(),
    set: (text: unknown) => set(String(text)),
  })
}
