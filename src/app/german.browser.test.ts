/** The screens that people see most, switched to German while they stand: no English is left, all of it fits, and axe finds nothing. */
import { tick } from 'svelte'
import { afterEach, describe, expect, it } from 'vitest'
import { german } from './language/de/catalogue.ts'
import { slice } from '../testing/slice.ts'
import { setLanguage, type Catalogue, type Texts } from './language/language.svelte.ts'
import { unmountApp } from './testing/mount-app.ts'
import { SCREENS, showScreen, violations } from './testing/screens.ts'

afterEach(async () => {
  await unmountApp()
  setLanguage('en', undefined)
})

/** Read while English is set. */
const english = onlyEnglish()

/** English texts that are no German text and have no gaps. */
function onlyEnglish(): ReadonlySet<string> {
  // Each file exports its area and nothing else.
  const files = import.meta.glob<Catalogue>('./language/en/*.ts', { eager: true })
  const texts = plainTexts(Object.assign({}, ...Object.values(files)) as Texts)
  const other = plainTexts(german)
  return new Set([...texts].filter((text) => !other.has(text)))
}

function plainTexts(texts: Texts): Set<string> {
  const found = Object.values(texts).flatMap((text) => {
    if (typeof text === 'object') return [...plainTexts(text)]
    return typeof text === 'string' && !/\{\w+\}/.test(text) ? [text.trim()] : []
  })
  return new Set(found)
}

/** All that is written on the page, and all that is said of it. */
function wordsOfPage(): string[] {
  const words: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (node.parentElement?.closest('style, script') === null) words.push(node.textContent?.trim() ?? '')
  for (const element of document.body.querySelectorAll('*'))
    for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description'])
      words.push(element.getAttribute(name)?.trim() ?? '')
  return words
}

/** Texts beyond the page's right edge that no scrolling box holds. */
function beyondEdge(): string[] {
  const isHeld = (element: Element): boolean => {
    for (let box = element.parentElement; box; box = box.parentElement)
      if (
        getComputedStyle(box).overflowX !== 'visible' &&
        box.getBoundingClientRect().right <= innerWidth + 1
      )
        return true
    return false
  }
  return [...document.body.querySelectorAll('*')]
    .filter((element) => {
      const { right, width, height } = element.getBoundingClientRect()
      return width > 1 && height > 1 && right > innerWidth + 1 && !isHeld(element)
    })
    .map((element) => element.outerHTML.slice(0, 160))
}

/** Not the screen's: a tool's name, a file's and a program's text, and buttons of the merge view, which has the words of when it was opened. */
const DATA = new Set(['Edit', 'Title', 'next', 'Accept', 'Reject'])

it('knows English when it sees it', () => {
  expect(english.size).toBeGreaterThan(500)
  expect(english.has('What should we work on?')).toBe(true)
})

describe.each([
  ['wide', 'dark'],
  ['narrow', 'light'],
] as const)('in German, on a %s %s screen', (size, theme) => {
  it.each(slice(SCREENS, 8))('all is said and nothing is wrong: $name', async (screen) => {
    await showScreen(screen, { size, theme, beforeTyping: () => setLanguage('de', german) })
    await tick()
    await expect
      .poll(() => wordsOfPage().filter((words) => english.has(words) && !DATA.has(words)))
      .toEqual([])
    expect(beyondEdge()).toEqual([])
    expect(await violations()).toEqual([])
  })
})
