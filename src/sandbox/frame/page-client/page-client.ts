/**
 * The first script of every page of the preview (the service worker puts it there): what a service worker cannot do for
 * the page, and what the app is told of it. It gives the page nothing that the page could not do itself.
 */
import { findTarget, PAGE_NAME_MARK, PREVIEW_PREFIX, wireTarget } from '../preview-target.ts'
import { hideBrowserCookies } from '../browser-cookies.ts'
import { keepCookies } from './cookies.ts'
import { offerDownloads } from './downloads.ts'
import { keepFormsAtHome } from './forms.ts'
import { watchInnerFrames } from './inner-frames.ts'
import { obeyApp } from './obey.ts'
import { tellPlace } from './place.ts'
import { reportPage } from './report/report-page.ts'
import { createWebSocketClass } from './web-socket.ts'
import { workersOf } from './workers.ts'

const reporting = reportPage()
reporting.listen()
obeyApp(reporting.flush)
offerDownloads()
const target = findTarget(location.href, undefined)
const cookies = keepCookies(decodeURIComponent(document.currentScript?.dataset['page'] ?? ''))
hideBrowserCookies(window, cookies)
watchInnerFrames(window, (inner) => hideBrowserCookies(inner, cookies))
if (target?.port !== undefined) {
  const own = { session: target.session, port: target.port }
  const prefix = `${PREVIEW_PREFIX}${own.session}:${own.port}`
  window.WebSocket = createWebSocketClass(own.port)
  window.Worker = workersOf(window.Worker, prefix)
  window.SharedWorker = workersOf(window.SharedWorker, prefix)
  keepFormsAtHome(prefix)
  // The page's routers see the address that they have on a server of their own. The service worker goes by the one that the
  // page was loaded from; where it is left with the other one, the name tells it.
  const mark = `${PAGE_NAME_MARK}${own.session}:${own.port}`
  if (window.name === '' || window.name.startsWith(PAGE_NAME_MARK)) {
    window.name = mark
    history.replaceState(history.state, '', location.origin + wireTarget(location.href) + location.hash)
  }
}
if (target) tellPlace(target.port)
