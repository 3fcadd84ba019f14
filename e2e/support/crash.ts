/** The death of the sandbox's process, and how the page is asked about it afterwards. */
import type { BrowserContext, Page } from '@playwright/test'

export interface Said {
  /** The command's standard output, or the error. */
  readonly said: string
  /** When the page had it: milliseconds since 1970. */
  readonly at: number
}

/**
 * Playwright takes the end of any process of a page for the end of the page, and no longer lets it be asked. So another
 * tab of the same origin passes commands on, each different from those before.
 */
export async function watchFromOutside(
  page: Page,
  context: BrowserContext,
  address: string,
): Promise<(command: string) => Promise<Said>> {
  const observer = await context.newPage()
  await observer.goto(address)
  await page.evaluate(() => {
    const channel = new BroadcastChannel('test-commands')
    channel.onmessage = async ({ data }: MessageEvent<{ command: string }>) => {
      const said = await window.vivarium.sandbox.exec(data.command).then(({ stdout }) => stdout, String)
      channel.postMessage({ command: data.command, said, at: Date.now() })
    }
  })
  return (command) =>
    observer.evaluate(
      (line) =>
        new Promise<Said>((resolve) => {
          const channel = new BroadcastChannel('test-commands')
          channel.onmessage = ({ data }: MessageEvent<Said & { command: string }>) => {
            if (data.command !== line) return
            resolve({ said: data.said, at: data.at })
            channel.close()
          }
          channel.postMessage({ command: line })
        }),
      command,
    )
}

export async function crashSandbox(page: Page, context: BrowserContext): Promise<void> {
  const frame = page.frames().findLast((candidate) => /\/host(\.html)?(\?|$)/.test(candidate.url()))
  if (!frame) throw new Error(`There is no sandbox among ${page.frames().map((each) => each.url())}.`)
  const session = await context.newCDPSession(frame)
  // Never answered: who would answer is gone.
  session.send('Page.crash').catch(() => undefined)
}
