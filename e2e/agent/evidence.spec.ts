/** Statements of an answer beside the log: verified, unverified or contradicted, and a click leads to the call. */
import { text, toolUse } from '../model-server/turn.ts'
import { pictures } from '../support/pictures.ts'
import { expect, test } from '../support/test.ts'

const TEST = `import { strictEqual } from 'node:assert'
import { test } from 'node:test'
import { sum } from './sum.js'
test('adds two numbers', () => strictEqual(sum(1, 2), 3))
`
const write = (name: string, content: string) =>
  toolUse('Write', { file_path: `/workspace/${name}`, content })
const check = toolUse('Bash', { command: 'node --test', description: 'Run the tests' })
const fix = toolUse('Edit', { file_path: '/workspace/sum.js', old_string: 'a - b', new_string: 'a + b' })

test('statements carry the verdict of the log, lead to their call, and are the same after a reload', async ({
  workbench,
  model,
}) => {
  const { page } = workbench
  model.setScript([
    {
      content: [
        write('package.json', '{ "type": "module" }\n'),
        write('sum.js', 'export const sum = (a, b) => a - b\n'),
        write('sum.test.js', TEST),
      ],
    },
    { content: [text('All tests pass.')] },
    { content: [check] },
    { content: [text('I ran them again. All tests pass.')] },
    { content: [fix] },
    { content: [check] },
    { content: [text('The sign was wrong; the bug is fixed. All tests pass.')] },
  ])
  await workbench.open()
  await workbench.configure(model)
  const chips = page.getByRole('list', { name: 'Checked statements' })

  await workbench.ask('Write sum with a test.')
  await expect(chips.first()).toContainText('Unverified “All tests pass”: no tests have run')
  await expect(chips.first().getByRole('button')).toHaveCount(0)

  await workbench.ask('Run the tests.')
  const contradicted = chips.nth(1).getByRole('button', { name: /^Contradicted “All tests pass”/ })
  await expect(contradicted).toHaveAccessibleName(/node --test failed last, exit code 1$/)

  await workbench.ask('Then fix it.')
  const verified = chips.nth(2).getByRole('listitem')
  await expect(verified).toContainText([
    /Verified “.*the bug is fixed”: node --test/,
    /Verified “All tests pass”/,
  ])
  await pictures(page, 'evidence', async () => {
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  })
  const before = await chips.allInnerTexts()

  await page.setViewportSize({ width: 360, height: 740 })
  await page.reload()
  await expect(workbench.status).toHaveText('ready')
  await expect(chips).toHaveText(before)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)

  await contradicted.click()
  const run = workbench.tool('Bash').first()
  await expect(run).toBeInViewport()
  await expect(run.getByLabel('Output')).toBeVisible()
  await verified.last().getByRole('button').click()
  const proof = workbench.tool('Bash').last()
  await expect(proof).toBeInViewport()
  await expect(proof.getByRole('button', { name: 'Details' })).toBeFocused()
  expect(model.rejections).toEqual([])
})
