/** A real store that is nearly full: the agent's worker gets the IndexedDB of a storage bucket with a quota. */
import type { Page } from '@playwright/test'

/**
 * From the next load of the page on. The bucket keeps its content and its quota over reloads. Text that is to fill it
 * must not be compressible: the browser counts what is on the disk.
 */
export async function limitStorage(page: Page, bytes: number): Promise<void> {
  // A made-up answer has no address, so the browser asks before the page may reach this machine.
  await page.context().grantPermissions(['local-network-access'])
  const devtools = await page.context().newCDPSession(page)
  devtools.on('Fetch.requestPaused', ({ requestId, request, responseHeaders = [] }) => {
    const body = Buffer.from(wrapper(new URL(request.url).pathname, bytes)).toString('base64')
    const headers = responseHeaders.filter(({ name }) => !/^content-(length|encoding)$/i.test(name))
    void devtools.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: 200,
      responseHeaders: headers,
      body,
    })
  })
  await devtools.send('Fetch.enable', {
    patterns: [{ urlPattern: '*/agent.worker-*.js', requestStage: 'Response' }],
  })
}

/** Opens the bucket before the worker's own script runs; messages that come meanwhile are handed on. */
function wrapper(script: string, bytes: number): string {
  return `
    const early = []
    const keep = (event) => { event.stopImmediatePropagation(); early.push(event) }
    addEventListener('message', keep)
    navigator.storageBuckets.open('small', { quota: ${bytes} }).then(async (bucket) => {
      Object.defineProperty(self, 'indexedDB', { value: bucket.indexedDB })
      Object.defineProperty(navigator, 'storage', { value: bucket })
      await import(${JSON.stringify(`${script}?own`)})
      removeEventListener('message', keep)
      for (const { data, ports } of early) dispatchEvent(new MessageEvent('message', { data, ports: [...ports] }))
    })`
}
