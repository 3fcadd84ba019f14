/**
 * Runs axe on the screens that users see most, in each theme at each width. The gate runs a slice:
 * wide and light or narrow and dark.
 */
import { afterEach, describe, expect, it } from 'vitest'
import { IS_WHOLE, slice } from '../testing/slice.ts'
import { unmountApp } from './testing/mount-app.ts'
import { SCREENS, showScreen, violations } from './testing/screens.ts'

afterEach(unmountApp)

const FURTHER = [
  ['light', 'narrow'],
  ['dark', 'wide'],
] as const
const WAYS = [['light', 'wide'], ['dark', 'narrow'], ...(IS_WHOLE ? FURTHER : [])] as const

it('looks at 25 states and more', () => {
  console.info(`axe: ${SCREENS.length} states, each ${WAYS.map((way) => way.join(' and ')).join(', ')}.`)
  expect(SCREENS.length).toBeGreaterThanOrEqual(25)
})

describe.each(WAYS)('in the %s theme on a %s screen', (theme, size) => {
  it.each(slice(SCREENS, 8))('finds nothing on: $name', async (screen) => {
    await showScreen(screen, { size, theme })
    expect(await violations()).toEqual([])
  })
})
