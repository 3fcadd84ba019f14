/** A session to share, go back in and replay. */
import type { Page } from '@playwright/test'
import { patience } from '../../scripts/lib/testing/patience.mjs'
import type { ModelServer } from '../model-server/contract.ts'
import { text, thinking, toolUse } from '../model-server/turn.ts'
import { expect } from './test.ts'
import type { Workbench } from './workbench.ts'

/** The file with the fault that the session mends. */
export const SUM = 'export const sum = (a, b) => a - b\n'

const TEST = `import { sum } from './sum.mjs'\nif (sum(2, 3) !== 5) throw new Error('2 + 3 is ' + sum(2, 3))\nconsole.log('ok, ' + 'ghp_' + 'a1B2'.repeat(9))\n`

/** A session of four calls: test, read, edit, test. The second test prints something that looks like a token. */
export async function work(workbench: Workbench, model: ModelServer): Promise<void> {
  model.setScript([
    {
      content: [
        thinking('I run the test first.'),
        text('I look.'),
        toolUse('Bash', { command: 'node sum.test.mjs', description: 'Test' }),
      ],
    },
    { content: [toolUse('Read', { file_path: 'sum.mjs' })] },
    { content: [toolUse('Edit', { file_path: 'sum.mjs', old_string: 'a - b', new_string: 'a + b' })] },
    { content: [toolUse('Bash', { command: 'node sum.test.mjs && date +%T', description: 'Test' })] },
    { content: [text('The sum was a difference; now the test passes.')] },
  ])
  await workbench.open()
  await workbench.configure(model)
  await workbench.exec(`cat > sum.mjs <<'END'\n${SUM}END\ncat > sum.test.mjs <<'END'\n${TEST}END`)
  await workbench.ask('Make the test pass')
  await expect(workbench.answers.last()).toContainText('now the test passes')
}

/** The link of the open session, from the Share dialog. */
export async function linkOf(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Share' }).click()
  const link = page.getByRole('textbox', { name: 'Link' })
  await expect(link).toHaveValue(/#s=/)
  const value = await link.inputValue()
  await page.keyboard.press('Escape')
  return value
}

/**
 * Replays at 100 times the speed to the end. Each replay has a session of its own, which the address names at once; the bar
 * tells of the one before until the new one is drawn.
 */
export async function replay(workbench: Workbench, button: 'Replay' | 'Replay again'): Promise<void> {
  const { page } = workbench
  const bar = page.getByRole('region', { name: 'Replay' })
  await bar.getByRole('combobox', { name: 'Speed' }).selectOption('100 ×')
  const before = page.url()
  await bar.getByRole('button', { name: button, exact: true }).click()
  await expect(page).not.toHaveURL(before)
  const hasEnded = async () => (await workbench.events()).some(({ type }) => type === 'replay_ended')
  await expect.poll(hasEnded, { timeout: patience(100_000) }).toBe(true)
  await expect(bar.getByRole('status')).toHaveText(/^(All|\d+ of) \d+ results/)
}
