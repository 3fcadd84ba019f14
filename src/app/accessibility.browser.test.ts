/** What axe finds, on the screens that people see most, wide and narrow, light and dark. */
import axe from 'axe-core'
import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { FakeAgent } from './testing/fake-agent.ts'
import { mountApp, unmountApp } from './testing/mount-app.ts'
import * as story from './testing/story.ts'

afterEach(unmountApp)

const SIZES = { wide: { width: 1280, height: 800 }, narrow: { width: 390, height: 844 } } as const

const asking = (fake: FakeAgent) =>
  fake.emit(...story.wholeStory(), story.user('go on', 'm2'), story.runStarted(), {
    type: 'permission_requested',
    turnId: 't6',
    toolUseId: 'c6',
    tool: 'Bash',
    title: 'git push',
    reason: 'It leaves the sandbox.',
    suggestedRule: 'Bash(git push:*)',
    destructive: true,
  })

const SCREENS: readonly { name: string; prepare: (fake: FakeAgent) => void; open?: string; shown: string }[] =
  [
    { name: 'empty', prepare: () => undefined, shown: 'What should we work on?' },
    {
      name: 'a finished story',
      prepare: (fake) => fake.emit(...story.wholeStory()),
      shown: 'What I changed',
    },
    { name: 'a permission request', prepare: asking, shown: 'Why am I asked' },
    { name: 'settings', prepare: () => undefined, open: 'Settings', shown: 'Base URL' },
    {
      name: 'usage',
      prepare: (fake) => fake.emit(...story.wholeStory()),
      open: 'Cost $0.07',
      shown: 'Each request of this session',
    },
    {
      name: 'context',
      prepare: (fake) => fake.emit(...story.wholeStory()),
      open: 'What fills the context',
      shown: 'Instruction files',
    },
    { name: 'sessions', prepare: () => undefined, open: 'Sessions', shown: 'Untitled session' },
  ]

async function violations(): Promise<string[]> {
  const { violations: found } = await axe.run(document.body, {
    rules: {
      // The page of the test has no title, language and landmarks of ours; index.html has.
      region: { enabled: false },
    },
  })
  return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`)
}

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  describe.each(['wide', 'narrow'] as const)('on a %s screen', (size) => {
    it.each(SCREENS)('finds nothing on: $name', async ({ prepare, open, shown }) => {
      await page.viewport(SIZES[size].width, SIZES[size].height)
      const { started } = mountApp((fake) => {
        fake.files.set('src/a.js', new Uint8Array([97]))
        fake.settingsNow = { ...fake.settingsNow, theme }
        prepare(fake)
      })
      await started
      if (open) await page.getByRole('button', { name: open }).click()
      await expect.element(page.getByText(shown, { exact: true })).toBeVisible()
      expect(await violations()).toEqual([])
    })
  })
})
