import { patience } from '../../scripts/lib/testing/patience.mjs'
import { text, toolUse } from '../model-server/turn.ts'
import { expect } from '../support/test.ts'
import { bash, edit, grep, paced, read, withBug, type DemoScript } from './demo-script.ts'

/** In plan mode nothing is changed; the first plan would break callers, and is sent back with a word. */
export const PLAN_MODE: DemoScript = {
  id: 'plan-mode',
  repository: () => withBug('fastify-error'),
  play: async (workbench, model) => {
    const { page } = workbench
    model.setScript(
      paced(
        [
          text('I look where a status code is decided, and what says that there may be none.'),
          grep('statusCode', '*.js'),
          grep('statusCode', 'test/*.js'),
          read('README.md', { limit: 40 }),
        ],
        [
          text('Nothing is changed until you agree. My proposal:'),
          toolUse('ExitPlanMode', {
            plan: '# Refuse a status code of 0\n\n1. `createError` throws a `RangeError` when `statusCode` is 0, as it does for an empty code.\n2. The test “no statusCode property” is changed to expect that.\n3. The README says so.',
          }),
        ],
        [
          text(
            'That is right: the test hands over 0 on purpose, and Fastify’s callers may as well. Then the default must not take its place. I look at the exact line.',
          ),
          read('index.js', { offset: 11, limit: 14 }),
        ],
        [
          toolUse('ExitPlanMode', {
            plan: '# Let 0 mean “no status code” again\n\n1. `index.js`, line 22: `!statusCode && (statusCode = 500)` becomes `undefined`. A code that was **left out** is 500 by the default parameter, so that nothing else changes.\n2. No test is touched.\n3. Check: `node --test test/index.test.js`, which fails in one test now, passes.',
          }),
        ],
        [
          edit('index.js', '!statusCode && (statusCode = 500)', '!statusCode && (statusCode = undefined)'),
          bash('node --test test/index.test.js', 'Run the unit tests'),
        ],
        [
          text(
            'Carried out as planned: one word in `index.js`. All unit tests pass, none was changed, and errors that are made without a status code keep their 500.',
          ),
        ],
      ),
    )
    await page.getByRole('combobox', { name: 'Mode' }).selectOption('plan')
    await workbench.send('Errors that are made with a status code of 0 get 500. Plan a fix first.')
    const plan = page.getByRole('group', { name: 'Plan to approve' })
    await expect(plan).toContainText('Refuse a status code', { timeout: patience(60_000) })
    await plan
      .getByRole('textbox', { name: 'Comment on the plan' })
      .fill('That breaks callers: 0 is how they say that there is no status code. Leave the tests alone.')
    await plan.getByRole('button', { name: 'Keep planning' }).click()
    await expect(plan).toContainText('no status code” again', { timeout: patience(60_000) })
    await plan.getByRole('button', { name: 'Approve', exact: true }).click()
    await expect(workbench.answers.last()).toContainText('Carried out as planned', {
      timeout: patience(90_000),
    })
    await expect.poll(() => workbench.runsEnded()).toBe(1)
  },
}
