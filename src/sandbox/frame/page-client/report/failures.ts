/** Reports failures that do not reach the page's console: errors, rejections, requests, policy violations. */
import { callerOf, ownAddresses } from './addresses.ts'
import { worded } from './console.ts'
import type { Reporter } from './reporter.ts'
import { isAnswered, readRequests } from './requests.ts'

/** To be called before any script of the page runs; `document.open()` takes the listeners away. */
export function readFailures(reporter: Reporter): void {
  window.addEventListener(
    'error',
    (event) => {
      if (event.target instanceof Element) return sayUnloaded(reporter, event.target)
      const { error, message, filename, lineno, colno } = event
      const isKnown = filename !== '' && !filename.startsWith('blob:')
      const at = isKnown ? ownAddresses(`${filename}:${lineno}:${colno}`) : undefined
      reporter.say('error', () => (error instanceof Error ? `Uncaught ${worded(error)}` : message), at)
    },
    // Elements' own do not bubble.
    true,
  )
  window.addEventListener('unhandledrejection', ({ reason }: PromiseRejectionEvent) => {
    const at = reason instanceof Error ? callerOf(reason.stack) : undefined
    reporter.say('error', () => `Uncaught (in promise) ${worded(reason)}`, at)
  })
  document.addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective }) => {
    const what = blockedURI.startsWith('http') ? ownAddresses(blockedURI) : `what is “${blockedURI}”`
    const text = `Refused to load ${what}: the preview reaches only its own sandbox (${effectiveDirective}).`
    reporter.say('error', () => text, undefined)
  })
  readRequests(reporter)
}

function sayUnloaded(reporter: Reporter, element: Element): void {
  const address = element.getAttribute('src') ?? element.getAttribute('href') ?? ''
  const url = URL.canParse(address, document.baseURI) ? new URL(address, document.baseURI).href : ''
  // An answered request is already reported with its status.
  if (isAnswered(url)) return
  reporter.say(
    'error',
    () => `<${element.localName}> could not load ${address || 'what it shows'}.`,
    undefined,
  )
}
