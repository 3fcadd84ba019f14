/** The page as a person uses it: everything by role and name. */
import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import type { Frame, Locator, Page } from '@playwright/test'
import { patience } from '../../scripts/lib/testing/patience.mjs'
import type { AgentEvent } from '../../src/agent/protocol/events.ts'
import type { VivariumApi } from '../../src/app/vivarium-api.ts'
import type { ModelServer } from '../model-server/contract.ts'

declare global {
  interface Window {
    vivarium: VivariumApi
  }
}

/** Milliseconds that a run of the scripted model, with its tools, may take on a loaded two-core machine. */
const RUN_MS = patience(150_000)
/** Milliseconds between looks whether a run has ended: most take a second, and the usual steps soon are one each. */
const ENDS_MS = [100, 100, 150, 250]

export class Workbench {
  readonly page: Page
  readonly #url: string

  constructor(page: Page, url: string) {
    this.page = page
    this.#url = url
  }

  get composer(): Locator {
    return this.page.getByRole('textbox', { name: 'Message' })
  }

  get status(): Locator {
    return this.page.getByRole('status', { name: 'Agent' })
  }

  get conversation(): Locator {
    return this.page.getByRole('log', { name: 'Conversation' })
  }

  get answers(): Locator {
    return this.conversation.getByRole('article', { name: 'Assistant' })
  }

  get permission(): Locator {
    return this.page.getByRole('alertdialog', { name: 'Permission request' })
  }

  get files(): Locator {
    return this.page.getByRole('tree', { name: 'Files' })
  }

  /** Every group of a tool call, e.g. `tool('Bash')`. */
  tool(name: string): Locator {
    return this.conversation.getByRole('group', { name: new RegExp(`^${name}: `) })
  }

  async open(address: string = ''): Promise<void> {
    await this.page.goto(this.#url + address)
    await expect(this.composer).toBeEditable()
  }

  /** By hand, through the settings dialog. */
  async configure(
    model: Pick<ModelServer, 'url' | 'apiKey'>,
    options: { autoAllow?: boolean; provider?: 'Anthropic' | 'OpenAI-compatible' } = {},
  ): Promise<void> {
    await this.page.getByRole('button', { name: 'Settings' }).first().click()
    const dialog = this.page.getByRole('dialog', { name: 'Settings' })
    if (options.provider)
      await dialog.getByRole('combobox', { name: 'Provider' }).selectOption(options.provider)
    await dialog.getByLabel('API key').fill(model.apiKey)
    await dialog.getByLabel('Base URL').fill(model.url)
    if (options.autoAllow === false) await dialog.getByRole('switch', { name: /auto-allow/i }).click()
    await this.saveSettings()
  }

  async importZip(path: string): Promise<void> {
    await this.page.getByLabel('Repository zip').setInputFiles(path)
    await expect(this.files.getByRole('treeitem').first()).toBeVisible({ timeout: patience(90_000) })
  }

  /** Until the dialog is gone: while it is there it keeps the keyboard, and a message that is typed is not sent. */
  async saveSettings(): Promise<void> {
    const dialog = this.page.getByRole('dialog', { name: 'Settings' })
    await dialog.getByRole('button', { name: /save|done/i }).click()
    await expect(dialog).toBeHidden()
  }

  async send(prompt: string): Promise<void> {
    await this.composer.fill(prompt)
    await this.composer.press('Enter')
  }

  /** Sends and waits until the run has ended. */
  async ask(prompt: string): Promise<void> {
    const before = await this.runsEnded()
    await this.send(prompt)
    await expect.poll(() => this.runsEnded(), { timeout: RUN_MS, intervals: ENDS_MS }).toBeGreaterThan(before)
  }

  /** Counted in the page: a log may be long, and each look would bring all of it here. */
  runsEnded(): Promise<number> {
    return this.page.evaluate(
      async () =>
        (await window.vivarium.session.events(1)).filter((event) => event.type === 'run_ended').length,
    )
  }

  /** Through the Preview tab and its address field. */
  async showPage(path: string): Promise<void> {
    await this.page.getByRole('tab', { name: 'Preview' }).click()
    const field = this.page.getByRole('textbox', { name: 'Page' })
    await field.fill(path)
    await field.press('Enter')
  }

  /** The document in the Preview, once it has loaded. */
  async previewFrame(): Promise<Frame> {
    const element = await this.page.locator('iframe[title="Preview"]').elementHandle()
    const frame = await element?.contentFrame()
    if (!frame) throw new Error('There is no page in the preview.')
    // A served page has the address that it would have on a server of its own.
    await frame.waitForURL(/^http/)
    return frame
  }

  /** The stored log of the open session. */
  events(fromSeq: number = 1): Promise<AgentEvent[]> {
    return this.page.evaluate((from) => window.vivarium.session.events(from), fromSeq)
  }

  exec(command: string): ReturnType<VivariumApi['sandbox']['exec']> {
    return this.page.evaluate((text) => window.vivarium.sandbox.exec(text), command)
  }

  /** The workspace's zip, taken by the button. */
  async exportZip(): Promise<Uint8Array> {
    const [download] = await Promise.all([
      this.page.waitForEvent('download'),
      this.page.getByRole('button', { name: 'Export', exact: true }).click(),
    ])
    return readFile(await download.path())
  }

  /** Text of the transcript, for comparing two screens. */
  async transcript(): Promise<string> {
    return this.conversation.innerText()
  }
}
