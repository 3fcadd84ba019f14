/**
 * What axe finds, on the screens that people see most: wide and light, narrow and dark, so that each width and each theme
 * is looked at; with `npm test -- --all` also narrow and light, wide and dark.
 */
import { afterEach, describe, expect, it } from 'vitest'
import { unmountApp } from './testing/mount-app.ts'
import { SCREENS, showScreen, violations } from './testing/screens.ts'

afterEach(unmountApp)

const FURTHER = [
  ['light', 'narrow'],
  ['dark', 'wide'],
] as const
const WAYS = [
  ['light', 'wide'],
  ['dark', 'narrow'],
  ...(import.meta.env['ALL_TESTS'] ? FURTHER : []),
] as const

it('looks at 25 states and more', () => {
  console.info(`axe: ${SCREENS.length} states, each ${WAYS.map((way) => way.join(' and ')).join(', ')}.`)
  expect(SCREENS.length).toBeGreaterThanOrEqual(25)
})

describe.each(WAYS)('in the %s theme on a %s screen', (theme, size) => {
  it.each(SCREENS)('finds nothing on: $name', async (screen) => {
    await showScreen(screen, { size, theme })
    expect(await violations()).toEqual([])
  })
})
