/** The plainest worker there is, on a page of its own: the app's page lets nobody make one. */
import type { BrowserContext } from '@playwright/test'
import { serveHarness } from './harness.ts'

export interface BareWorkers {
  /** Milliseconds from its making to its first message. */
  start(): Promise<number>
  /** Milliseconds that it takes for this script, from its making to the script's end. */
  run(script: string): Promise<number>
  /** Milliseconds of a message to it and back, beside another worker that is busy. */
  roundTripBesideBusy(): Promise<number>
  close(): Promise<void>
}

export async function openBareWorkers(context: BrowserContext): Promise<BareWorkers> {
  const harness = await serveHarness()
  const page = await context.newPage()
  await page.goto(harness.url)
  return {
    start: () => page.evaluate(timeScript, ''),
    run: (script) => page.evaluate(timeScript, script),
    roundTripBesideBusy: () => page.evaluate(timeRoundTrip),
    close: async () => {
      await page.close()
      harness.close()
    },
  }
}

function timeScript(script: string): Promise<number> {
  return new Promise((resolve) => {
    const start = performance.now()
    const url = URL.createObjectURL(new Blob([`${script}\npostMessage(0)`], { type: 'text/javascript' }))
    const worker = new Worker(url)
    worker.onmessage = () => {
      resolve(performance.now() - start)
      worker.terminate()
      URL.revokeObjectURL(url)
    }
  })
}

function timeRoundTrip(): Promise<number> {
  const make = (source: string): Worker =>
    new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })))
  return new Promise((resolve) => {
    const busy = make('for (;;);')
    const echo = make('onmessage = () => postMessage(0); postMessage(0)')
    let start = 0
    echo.onmessage = () => {
      if (start === 0) {
        start = performance.now()
        echo.postMessage(0)
        return
      }
      resolve(performance.now() - start)
      busy.terminate()
      echo.terminate()
    }
  })
}
