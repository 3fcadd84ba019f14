/** What axe finds, on the screens that people see most, wide and narrow, light and dark. */
import { afterEach, describe, expect, it } from 'vitest'
import { unmountApp } from './testing/mount-app.ts'
import { SCREENS, showScreen, violations } from './testing/screens.ts'

afterEach(unmountApp)

it('looks at 25 states and more', () => {
  console.info(`axe: ${SCREENS.length} states, each in two themes and two widths.`)
  expect(SCREENS.length).toBeGreaterThanOrEqual(25)
})

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  describe.each(['wide', 'narrow'] as const)('on a %s screen', (size) => {
    it.each(SCREENS)('finds nothing on: $name', async (screen) => {
      await showScreen(screen, { size, theme })
      expect(await violations()).toEqual([])
    })
  })
})
