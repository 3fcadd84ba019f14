/** A host outside, as programs of the sandbox reach it. */
import type { Page } from '@playwright/test'

/** A public host that allows pages: its name is nobody's, so the browser is told what it answers. Returns what it was sent. */
export async function answerAs(page: Page, host: string): Promise<string[]> {
  const received: string[] = []
  await page.context().route(`https://${host}/**`, async (route) => {
    const request = route.request()
    received.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`.trim())
    await route.fulfill({
      status: 200,
      headers: { 'Access-Control-Allow-Origin': '*', 'Content-Type': 'text/plain' },
      body: 'from outside\n',
    })
  })
  return received
}
