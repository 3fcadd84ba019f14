/** Reports the page's address for the app's address bar, and obeys its back and forward buttons. */
import { isPageGoMessage } from '../../page/page-report.ts'
import type { PageReport } from '../../page/page-report.ts'
import { wireTarget } from '../preview-target.ts'
import { appWindow } from './app-window.ts'

/** To be called when the page sees its own address. Only the outermost page of a preview has a place. */
export function tellPlace(port: number | undefined): void {
  const app = appWindow()
  if (!app?.isOutermost) return
  const { navigation } = window
  const tell = (): void => {
    const report: PageReport = {
      type: 'vivarium-page-place',
      ...(port === undefined ? {} : { port }),
      address: wireTarget(location.href) + location.hash,
      canGoBack: navigation.canGoBack,
      canGoForward: navigation.canGoForward,
    }
    app.window.postMessage(report, '*')
  }
  navigation.addEventListener('currententrychange', tell)
  window.addEventListener('pageshow', tell)
  window.addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    if (source !== app.window || !isPageGoMessage(data)) return
    // Not the tab's own history: it would lead out of the app. Where there is nothing to go to, nothing happens.
    if (data.direction === 'back' && navigation.canGoBack) navigation.back()
    if (data.direction === 'forward' && navigation.canGoForward) navigation.forward()
  })
  tell()
}
