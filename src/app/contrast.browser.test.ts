/** Contrast in both themes, more of it on request, and palettes that colour-blind users can tell apart. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import './theme.css'
import { mountApp, unmountApp } from './testing/mount-app.ts'

const GROUNDS = ['--bg', '--surface', '--sunken', '--hover']
const CODE = ['keyword', 'string', 'number', 'name', 'type'].map((kind) => `--code-${kind}`)
const TEXTS = ['--text', '--muted', '--faint', '--accent', '--danger', '--warn', ...CODE]

afterEach(async () => {
  vi.restoreAllMocks()
  await unmountApp()
  for (const name of ['contrast', 'palette', 'textSize', 'density'])
    delete document.documentElement.dataset[name]
})

/** WCAG 2.2 contrast ratio: from 1 to 21. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

type Colour = readonly [red: number, green: number, blue: number]

/** Linear, from 0 to 1. */
function colourOf(variable: string): Colour {
  const probe = document.createElement('span')
  probe.style.color = `var(${variable})`
  document.body.append(probe)
  const context = new OffscreenCanvas(1, 1).getContext('2d')
  if (!context) throw new Error('There is no canvas.')
  context.fillStyle = getComputedStyle(probe).color
  probe.remove()
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data].map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return [red, green, blue]
}

function luminance(variable: string): number {
  const [red, green, blue] = colourOf(variable)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** How eyes see that lack one kind of cones, of linear colours (Machado, Oliveira and Fernandes, 2009; severity 1). */
const EYES = {
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritanopia: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
} as const

function seenBy([red, green, blue]: Colour, matrix: readonly number[]): Colour {
  const row = (at: number) =>
    Math.max(0, (matrix[at] ?? 0) * red + (matrix[at + 1] ?? 0) * green + (matrix[at + 2] ?? 0) * blue)
  return [row(0), row(3), row(6)]
}

/** How far apart in Oklab, where 0.02 is what an eye just sees between two patches. */
function distance(one: Colour, other: Colour): number {
  const [a, b] = [oklab(one), oklab(other)]
  return Math.hypot(...a.map((part, at) => part - (b[at] ?? 0)))
}

function oklab([r, g, b]: Colour): readonly number[] {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

describe.each([
  ['light', 'usual'],
  ['dark', 'usual'],
  ['light', 'colour-blind'],
  ['dark', 'colour-blind'],
])('more contrast, %s, %s colours', (theme, palette) => {
  it('has text at 7:1 on all that it stands on, and lines at 3:1', () => {
    Object.assign(document.documentElement.dataset, { theme, palette, contrast: 'more' })
    const pairs = [
      ...TEXTS.flatMap((text) => GROUNDS.map((ground) => [text, ground, 7] as const)),
      ...['--text', '--muted', '--accent'].map((text) => [text, '--selected', 7] as const),
      ...['--added', '--removed'].flatMap((ground) =>
        ['--text', '--muted', ...CODE].map((text) => [text, ground, 7] as const),
      ),
      ['--on-accent', '--accent', 7] as const,
      ['--text', '--accent-soft', 7] as const,
      ['--danger', '--danger-soft', 7] as const,
      ['--text', '--danger-soft', 7] as const,
      ['--warn', '--warn-soft', 7] as const,
      ...['--line', '--line-strong'].flatMap((line) =>
        ['--bg', '--surface'].map((ground) => [line, ground, 3] as const),
      ),
    ]
    const short = pairs.flatMap(([one, other, least]) => {
      const found = contrast(one, other)
      return found < least ? [`${one} on ${other}: ${found.toFixed(2)} of ${least}`] : []
    })
    expect(short).toEqual([])
  })
})

describe.each(['light', 'dark'])('colours without red and green, %s', (theme) => {
  const MEANINGS = [
    ['--accent', '--danger', 0.1],
    ['--added', '--removed', 0.04],
    ['--added-word', '--removed-word', 0.07],
    ['--accent-soft', '--danger-soft', 0.02],
  ] as const

  it.each(Object.entries(EYES))('are told apart with %s', (_name, matrix) => {
    Object.assign(document.documentElement.dataset, { theme, palette: 'colour-blind' })
    const close = MEANINGS.flatMap(([one, other, least]) => {
      const found = distance(seenBy(colourOf(one), matrix), seenBy(colourOf(other), matrix))
      return found < least ? [`${one} and ${other}: ${found.toFixed(3)} of ${least}`] : []
    })
    expect(close).toEqual([])
  })
})

describe.each([
  ['light', 'usual'],
  ['dark', 'usual'],
  ['light', 'colour-blind'],
  ['dark', 'colour-blind'],
])('%s, %s colours', (theme, palette) => {
  it('have text at 4.5:1 on all that it stands on', () => {
    Object.assign(document.documentElement.dataset, { theme, palette })
    const pairs = [
      ...TEXTS.flatMap((text) => GROUNDS.map((ground) => [text, ground] as const)),
      ...['--text', '--muted', '--accent'].map((text) => [text, '--selected'] as const),
      ...['--added', '--removed', '--added-word', '--removed-word'].flatMap((ground) =>
        ['--text', ...CODE].map((text) => [text, ground] as const),
      ),
      ['--on-accent', '--accent'] as const,
      ['--danger', '--danger-soft'] as const,
      ['--warn', '--warn-soft'] as const,
    ]
    const short = pairs.flatMap(([one, other]) => {
      const found = contrast(one, other)
      return found < 4.5 ? [`${one} on ${other}: ${found.toFixed(2)}`] : []
    })
    expect(short).toEqual([])
  })
})

it('follows the size of text that was chosen, and how close things are to stand', async () => {
  const { app, fake, started } = mountApp()
  await started
  app.dialog = 'settings'
  const text = () =>
    Number.parseFloat(getComputedStyle(document.querySelector('textarea') ?? document.body).fontSize)
  const usual = text()
  await page.getByRole('combobox', { name: 'Text size' }).selectOptions('Larger')
  await expect.poll(() => text() / usual).toBeCloseTo(1.3125)
  await page.getByRole('combobox', { name: 'Density' }).selectOptions('Compact')
  await expect
    .poll(() => getComputedStyle(document.documentElement).getPropertyValue('--row').trim())
    .toBe('26px')
  expect([fake.settingsNow.textSize, fake.settingsNow.density]).toEqual(['larger', 'compact'])
  expect([localStorage.getItem('vivarium:textSize'), localStorage.getItem('vivarium:density')]).toEqual([
    'larger',
    'compact',
  ])
})

it('is chosen in the settings, and is there at the next start before they are', async () => {
  const { app, fake, started } = mountApp()
  await started
  app.dialog = 'settings'
  await page.getByRole('combobox', { name: 'Contrast' }).selectOptions('More')
  await expect.poll(() => document.documentElement.dataset['contrast']).toBe('more')
  expect(fake.settingsNow.contrast).toBe('more')
  expect(localStorage.getItem('vivarium:contrast')).toBe('more')
  await page.getByRole('combobox', { name: 'Contrast' }).selectOptions('As the system')
  await expect.poll(() => document.documentElement.dataset['contrast']).toBeUndefined()
})

it('is chosen for as long as the tab is open where the browser keeps nothing, as the theme is', async () => {
  const refuse = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  }
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse)
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)
  const { app, started } = mountApp()
  await started
  app.dialog = 'settings'
  await page.getByRole('combobox', { name: 'Contrast' }).selectOptions('More')
  await page.getByRole('combobox', { name: 'Theme' }).selectOptions('Dark')
  await expect
    .poll(() => ({ ...document.documentElement.dataset }))
    .toMatchObject({
      contrast: 'more',
      theme: 'dark',
    })
})
