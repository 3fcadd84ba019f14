/** On a phone whatever is pressed is large enough for a finger, and what is pressed most is larger. */
import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { slice } from '../testing/slice.ts'
import { mountApp, unmountApp } from './testing/mount-app.ts'
import { SCREENS, showScreen } from './testing/screens.ts'
import * as story from './testing/story.ts'

afterEach(unmountApp)

/** CSS pixels that WCAG 2.2 asks for (2.5.8). */
const LEAST = 24
/** Size that a thumb hits without looking. */
const MAIN = 44
const PRESSED =
  'button, a[href], input, select, summary, textarea, [role="tab"], [role="treeitem"], [role="option"]'

function visible(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect()
  return (
    width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  )
}

/** The area that takes a press: a pseudo-element or a label may make it larger than the element. */
function size(element: Element): { readonly width: number; readonly height: number } {
  const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined
  const boxes = [element, ...(label ? [label] : [])].map((each) => each.getBoundingClientRect())
  for (const pseudo of ['::before', '::after']) {
    const style = getComputedStyle(element, pseudo)
    if (style.content === 'none' || style.position !== 'absolute') continue
    boxes.push(new DOMRect(0, 0, parseFloat(style.width) || 0, parseFloat(style.height) || 0))
  }
  return {
    width: Math.max(...boxes.map(({ width }) => width)),
    height: Math.max(...boxes.map(({ height }) => height)),
  }
}

/** A link or button in running text is as high as its line: the line is what keeps it from others (an exception of 2.5.8). */
function isInText(element: Element): boolean {
  return getComputedStyle(element).display === 'inline'
}

function tooSmall(least: number, elements: Iterable<Element>): string[] {
  return [...elements].flatMap((element) => {
    if (
      !visible(element) ||
      isInText(element) ||
      element.closest('.cm-editor, .xterm, [aria-hidden="true"], .visually-hidden')
    )
      return []
    const { width, height } = size(element)
    if (width >= least - 0.5 && height >= least - 0.5) return []
    const name = element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 30)
    return [`${element.tagName.toLowerCase()} "${name}": ${Math.round(width)} × ${Math.round(height)}`]
  })
}

describe('on a phone', () => {
  it.each(slice(SCREENS, 14))('is everything that is pressed large enough on: $name', async (screen) => {
    await showScreen(screen, { size: 'narrow', theme: 'light' })
    expect(tooSmall(LEAST, document.querySelectorAll(PRESSED))).toEqual([])
  })

  it('is what is pressed most as large as a thumb', async () => {
    await page.viewport(390, 844)
    const { fake, started } = mountApp()
    await started
    fake.emit(story.user('go'), story.runStarted(), {
      type: 'permission_requested',
      turnId: 't6',
      toolUseId: 'c6',
      tool: 'Bash',
      title: 'git push',
      reason: 'It leaves the sandbox.',
      suggestedRule: 'Bash(git push:*)',
      destructive: true,
    })
    await expect.element(page.getByRole('alertdialog', { name: 'Permission request' })).toBeVisible()
    await page.getByRole('textbox', { name: 'Message' }).fill('more')
    const main = [
      ...['Allow once', 'Allow for this session', 'Always allow', 'Deny', 'Send', 'Stop'].map((name) =>
        page.getByRole('button', { name, exact: true }).element(),
      ),
      page.getByRole('textbox', { name: 'Message' }).element(),
      ...page.getByRole('navigation').getByRole('button').elements(),
    ]
    expect(tooSmall(MAIN, main)).toEqual([])
  })
})
