/** What "Contrast: more" promises, in both themes. */
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
  delete document.documentElement.dataset['contrast']
})

/** Of WCAG 2.2: from 1 to 21. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(variable: string): number {
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
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

describe.each(['light', 'dark'])('more contrast, %s', (theme) => {
  it('has text at 7:1 on all that it stands on, and lines at 3:1', () => {
    Object.assign(document.documentElement.dataset, { theme, contrast: 'more' })
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
