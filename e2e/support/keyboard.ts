/** A page that is used by keys alone: where they are, whether that is seen, and what axe says of what is shown. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import type axeCore from 'axe-core'

/** Presses of Tab after which a thing counts as out of reach. */
const REACH = 90

interface Stop {
  readonly element: Element
  readonly look: string
}

declare global {
  interface Window {
    axe: typeof axeCore
    lastStop: Stop | undefined
  }
}

export class Keyboard {
  readonly #page: Page
  /** Events of the pointer, which is not to be used. */
  readonly pointers: string[] = []

  private constructor(page: Page) {
    this.#page = page
  }

  /** Before the page is opened. */
  static async of(page: Page): Promise<Keyboard> {
    const keyboard = new Keyboard(page)
    // A moving element would be elsewhere when it is looked at.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.addInitScript(readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8'))
    await page.addInitScript(() => {
      addEventListener('pointerdown', () => console.error('A pointer was used.'), { capture: true })
    })
    page.on(
      'console',
      (message) => message.text().includes('pointer was used') && keyboard.pointers.push(message.text()),
    )
    return keyboard
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.#page.keyboard.press(key)
  }

  type(text: string): Promise<void> {
    return this.#page.keyboard.type(text)
  }

  /** By Tab alone. Each thing on the way shows that the keyboard is on it. */
  async tabTo(name: string | RegExp): Promise<void> {
    const passed: string[] = []
    await this.#page.evaluate(() => (window.lastStop = undefined))
    await this.#stop()
    for (let press = 0; press < REACH; press += 1) {
      await this.press('Tab')
      const { name: focused, unseen } = await this.#stop()
      expect.soft(unseen, 'looks with the keyboard on it as without').toBeUndefined()
      if (typeof name === 'string' ? focused === name : name.test(focused)) return
      passed.push(focused.slice(0, 30))
    }
    throw new Error(`Tab does not reach ${String(name)}. It was on: ${passed.join(' | ')}`)
  }

  /** Name of the focused element, as a screen reader has it; '' without focus. */
  async focusedName(): Promise<string> {
    return (await this.#stop()).name
  }

  /** The keyboard is on something, and axe finds nothing on what is shown. */
  async expectGood(state: string): Promise<void> {
    const page = this.#page
    const tag = () => page.evaluate(() => document.activeElement?.tagName)
    await expect.poll(tag, `${state}: the keyboard is on nothing`).not.toBe('BODY')
    const violations = await page.evaluate(async () => {
      const ending = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
      await Promise.allSettled(ending.map(({ finished }) => finished))
      // The page in the preview is not ours.
      const found = await window.axe.run({ exclude: ['iframe'] }, { resultTypes: ['violations'] })
      return found.violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
      )
    })
    expect.soft(violations, state).toEqual([])
  }

  /** `unseen` is what was stopped at before and looks the same now that the keyboard has gone on. */
  #stop(): Promise<{ name: string; unseen: string | undefined }> {
    return this.#page.evaluate(() => {
      const nameOf = (element: Element | null) => {
        const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
        const label = labels.map((each) => each.textContent).join(' ')
        return (element?.getAttribute('aria-label') ?? (label || element?.textContent) ?? '').trim()
      }
      const lookOf = (element: Element) => {
        const looks: string[] = []
        for (let at: Element | null = element; at && looks.length < 4; at = at.parentElement)
          for (const part of [undefined, '::before', '::after']) {
            const style = getComputedStyle(at, part)
            looks.push(
              [
                style.outline, style.boxShadow, style.borderColor, style.backgroundColor, style.textDecoration, style.opacity,
              ].join(), // prettier-ignore
            )
          }
        return looks.join('\n')
      }
      // Fades end at once.
      for (const each of document.getAnimations())
        if (each.effect?.getComputedTiming().endTime !== Infinity) each.finish()
      const element = document.activeElement
      const last = window.lastStop
      const isUnseen =
        last?.element.isConnected &&
        last.element !== document.body &&
        last.element !== element &&
        lookOf(last.element) === last.look
      window.lastStop = element ? { element, look: lookOf(element) } : undefined
      return {
        name: element === document.body ? '' : nameOf(element),
        unseen: isUnseen ? last.element.outerHTML.slice(0, 200) : undefined,
      }
    })
  }
}
