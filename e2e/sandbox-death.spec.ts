/** The sandbox's process ends, as one does in which a program has taken all memory. The page and the files stay. */
import type { BrowserContext, Page } from '@playwright/test'
import { startSite } from './support/site.ts'
import { expect, test } from './support/test.ts'
import { Workbench } from './support/workbench.ts'

for (const origins of [2, 1] as const) {
  const name = origins === 2 ? 'two origins' : 'one origin'
  test(`${name}: a dead sandbox is noticed at once, its calls end, and another takes its place`, async ({
    page,
    context,
  }) => {
    const site = await startSite({ origins })
    try {
      const workbench = new Workbench(page, site.url)
      await workbench.open()
      expect(await workbench.exec('echo precious > keep')).toMatchObject({ exitCode: 0 })
      const ask = await watchFromOutside(page, context, `${site.url}icon.svg`)
      const busy = ask('sleep 600')
      await crash(page, context)
      expect(await busy).toMatch(/^disposed: The sandbox is gone/)
      expect(await ask('cat keep')).toBe('precious\n')
    } finally {
      await site.close()
    }
  })
}

/**
 * Playwright takes the end of any process of a page for the end of the page, and no longer lets it be asked. So another
 * tab of the same origin passes commands on. Resolves to their standard output, or the error.
 */
async function watchFromOutside(
  page: Page,
  context: BrowserContext,
  address: string,
): Promise<(command: string) => Promise<string>> {
  const observer = await context.newPage()
  await observer.goto(address)
  await page.evaluate(() => {
    const channel = new BroadcastChannel('test-commands')
    channel.onmessage = async ({ data }: MessageEvent<{ command: string }>) => {
      const said = await window.vivarium.sandbox.exec(data.command).then(({ stdout }) => stdout, String)
      channel.postMessage({ command: data.command, said })
    }
  })
  return (command) =>
    observer.evaluate(
      (line) =>
        new Promise<string>((resolve) => {
          const channel = new BroadcastChannel('test-commands')
          channel.onmessage = ({ data }: MessageEvent<{ command: string; said: string }>) => {
            if (data.command === line) resolve(data.said)
          }
          channel.postMessage({ command: line })
        }),
      command,
    )
}

async function crash(page: Page, context: BrowserContext): Promise<void> {
  const frame = page.frames().find((candidate) => /\/host(\.html)?(\?|$)/.test(candidate.url()))
  if (!frame) throw new Error(`There is no sandbox among ${page.frames().map((each) => each.url())}.`)
  const session = await context.newCDPSession(frame)
  // Never answered: who would answer is gone.
  session.send('Page.crash').catch(() => undefined)
}
