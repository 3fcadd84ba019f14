/** Passes the app's requests to the inspector script, which comes with the first of them. */
import { isPageActMessage, isPageStopMessage } from '../../page/page-act.ts'
import type { PageActMessage, PageAnswer, PageDone } from '../../page/page-act.ts'
import type { PageInspector } from '../page-inspector/page-inspector.ts'
import { appWindow } from './app-window.ts'

/** Module of the inspector script. */
interface EyesModule {
  readonly createInspector: (refsBefore: number) => PageInspector
}

/** To be called before any script of the page runs. `lastWords` has the page's go first, and returns how many reports there were. */
export function obeyApp(lastWords: () => number): void {
  const app = appWindow()
  if (!app?.isOutermost) return
  let eyes: Promise<PageInspector> | undefined
  const stopped = new Set<AbortController>()

  const answer = async (
    { action, refsBefore, eyes: script }: PageActMessage,
    signal: AbortSignal,
  ): Promise<PageAnswer> => {
    if (!action) return { type: 'here', isLoading: document.readyState === 'loading', title: document.title }
    if (script) eyes ??= open(script).then(({ createInspector }) => createInspector(refsBefore))
    if (!eyes) return { type: 'needs-eyes' }
    try {
      return await (await eyes).act(action, signal)
    } catch (error) {
      eyes = undefined
      return failed(`The page does not let itself be looked at: ${String(error)}`, refsBefore)
    }
  }

  window.addEventListener('message', (event: MessageEvent<unknown>) => {
    const { source, data } = event
    if (source !== app.window) return
    if (isPageStopMessage(data)) for (const one of stopped) one.abort()
    const [port] = event.ports
    if (!isPageActMessage(data) || !port) return
    event.stopImmediatePropagation()
    const stop = new AbortController()
    stopped.add(stop)
    const leave = () => port.postMessage({ ...failed('', 0), ok: true, left: true } satisfies PageDone)
    window.addEventListener('pagehide', leave, { signal: stop.signal })
    void answer(data, stop.signal).then((told) => {
      stopped.delete(stop)
      stop.abort()
      port.postMessage({ ...told, reports: lastWords() } satisfies PageAnswer)
    })
  })
}

function failed(text: string, lastRef: number): PageDone {
  return { type: 'done', ok: false, text, title: document.title, lastRef, left: false }
}

async function open(script: Blob): Promise<EyesModule> {
  const address = URL.createObjectURL(script)
  try {
    // It comes from the app's page, which this page's script itself is of.
    return (await import(/* @vite-ignore */ address)) as EyesModule
  } finally {
    URL.revokeObjectURL(address)
  }
}
