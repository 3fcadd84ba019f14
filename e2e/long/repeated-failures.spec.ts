/** Checks that keep failing: tests are not bent unasked, whatever the mode, and the person is told. */
import { patience } from '../../scripts/lib/testing/patience.mjs'
import { text, toolUse } from '../model-server/turn.ts'
import { expect, test } from '../support/test.ts'

const CODE = 'export const sum = (a, b) => a - b\n'
const TEST = `import { strictEqual } from 'node:assert'
import { test } from 'node:test'
import { sum } from './sum.js'
test('adds two numbers', () => {
  strictEqual(sum(1, 2), 3)
})
`

/** Milliseconds for a few runs of the tests, on a machine that has other work, too. */
const RUNS_MS = patience(60_000)

const check = { content: [toolUse('Bash', { command: 'node sum.test.js', description: 'Run the tests' })] }
const fix = (from: string, to: string) => ({
  content: [toolUse('Edit', { file_path: '/workspace/sum.js', old_string: from, new_string: to })],
})
const loosen = {
  content: [
    toolUse('Edit', {
      file_path: '/workspace/sum.test.js',
      old_string: 'strictEqual(sum(1, 2), 3)',
      new_string: 'ok(sum(1, 2) !== undefined)',
    }),
  ],
}
const skip = {
  content: [
    toolUse('Edit', {
      file_path: '/workspace/sum.test.js',
      old_string: "test('adds two numbers'",
      new_string: "test.skip('adds two numbers'",
    }),
  ],
}
const files = {
  content: [
    toolUse('Write', { file_path: '/workspace/package.json', content: '{ "type": "module" }\n' }),
    toolUse('Write', { file_path: '/workspace/sum.js', content: CODE }),
    toolUse('Write', { file_path: '/workspace/sum.test.js', content: TEST }),
  ],
}

test('a test that is skipped after failed fixes is asked for in every mode; then the run waits; then it is right', async ({
  workbench,
  page,
  model,
}) => {
  test.setTimeout(4 * RUNS_MS)
  model.setScript([
    files,
    check,
    fix('a - b', 'a * b'),
    check,
    skip,
    fix('a * b', 'a / b'),
    check,
    fix('a / b', 'a % b'),
    check,
    fix('a % b', 'b - a'),
    check,
    fix('b - a', 'a + b'),
    check,
    { content: [text('It adds now.')] },
  ])
  await workbench.open()
  await workbench.configure(model)
  await page.getByRole('button', { name: 'Settings' }).first().click()
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('switch', { name: 'Never ask' }).click()
  await workbench.saveSettings()
  await page.getByRole('combobox', { name: 'Mode', exact: true }).selectOption('bypassPermissions')
  await workbench.send('Make the test pass')

  await expect(workbench.permission).toContainText('The checks have failed twice', { timeout: RUNS_MS })
  await expect(workbench.permission).toContainText('a check is skipped or switched off')
  await expect(workbench.permission.getByRole('button', { name: 'Always allow' })).toBeHidden()
  await workbench.permission.getByRole('textbox', { name: 'Comment' }).fill('The test is right')
  await workbench.permission.getByRole('button', { name: 'Deny' }).click()

  const paused = page.getByRole('alertdialog', { name: 'Paused' })
  await expect(paused).toContainText('the same checks keep failing', { timeout: RUNS_MS })
  await expect(paused).toContainText(
    'node sum.test.js has failed 5 times, "adds two numbers" among what fails.',
  )
  const told = JSON.stringify(model.messageRequests().at(-1)?.body)
  expect(told).toContain('The test is right')
  expect(told).toContain('Before another change, find the cause')
  await workbench.composer.fill('Sums have a plus')
  await workbench.composer.press('Enter')

  await expect(workbench.answers.last()).toContainText('It adds now.', { timeout: RUNS_MS })
  await expect(workbench.status).toHaveText('ready')
  expect((await workbench.exec('cat sum.test.js')).stdout).toBe(TEST)
  expect(model.rejections).toEqual([])
  expect(model.scriptErrors).toEqual([])
})

test('what was asked for under failing checks is asked for after a reload, too; a failure from outside is named', async ({
  workbench,
  page,
  model,
}) => {
  const outside = {
    content: [
      toolUse('Write', {
        file_path: '/workspace/pay.test.js',
        content: `console.log('not ok 1 - pays\\nError: connect ECONNREFUSED 127.0.0.1:9')\nprocess.exit(1)\n`,
      }),
      toolUse('Bash', { command: 'node pay.test.js | tail -n 20' }),
    ],
  }
  model.setScript([
    files,
    outside,
    { content: [text('It is down.')] },
    loosen,
    { content: [text('As you wish.')] },
  ])
  await workbench.open()
  await workbench.configure(model)
  await workbench.ask('Make the test pass')
  expect(JSON.stringify(model.messageRequests().at(-1)?.body)).toContain('a connection that is refused')
  await page.reload()
  await workbench.send('Go on')
  await expect(workbench.permission).toContainText('a connection that is refused')
  await workbench.permission.getByRole('button', { name: 'Deny' }).click()
  await expect(workbench.answers.last()).toContainText('As you wish.')
  expect((await workbench.exec('cat sum.test.js')).stdout).toBe(TEST)
})

test('checks whose exit code is lost in a pipe, and those in the background, count by what they print and how they end', async ({
  workbench,
  page,
  model,
}) => {
  test.setTimeout(4 * RUNS_MS)
  const piped = { content: [toolUse('Bash', { command: 'node sum.test.js 2>&1 | tail -n 40' })] }
  const anyway = { content: [toolUse('Bash', { command: 'node sum.test.js || true' })] }
  /** It goes into the background before it is let run. */
  const behind = (jobId: string) => [
    {
      content: [
        toolUse('Bash', {
          command: `while [ ! -e ${jobId}.go ]; do sleep 0.1; done; node sum.test.js`,
          run_in_background: true,
        }),
      ],
    },
    { content: [toolUse('Write', { file_path: `/workspace/${jobId}.go`, content: 'go' })] },
    { content: [toolUse('TaskOutput', { task_id: jobId, block: true })] },
  ]
  model.setScript([
    files,
    piped,
    fix('a - b', 'a * b'),
    anyway,
    fix('a * b', 'a / b'),
    ...behind('bash_1'),
    fix('a / b', 'a % b'),
    piped,
    fix('a % b', 'b - a'),
    ...behind('bash_2'),
    fix('b - a', 'a + b'),
    ...behind('bash_3'),
    loosen,
    { content: [text('It adds now.')] },
  ])
  await workbench.open()
  await workbench.configure(model)
  await workbench.send('Make the test pass')

  const paused = page.getByRole('alertdialog', { name: 'Paused' })
  await expect(paused).toContainText(
    'node sum.test.js has failed 5 times, "adds two numbers" among what fails.',
    { timeout: 2 * RUNS_MS },
  )
  expect(JSON.stringify(model.messageRequests().at(-1)?.body)).toContain(
    'Before another change, find the cause',
  )
  await workbench.composer.fill('thanks, go on')
  await workbench.composer.press('Enter')

  // The check in the background has passed: an edit of the test is an edit like any other.
  await expect(workbench.answers.last()).toContainText('It adds now.', { timeout: RUNS_MS })
  await expect(workbench.status).toHaveText('ready')
  expect((await workbench.exec('cat sum.test.js')).stdout).toContain('ok(sum(1, 2) !== undefined)')
  expect(model.rejections).toEqual([])
  expect(model.scriptErrors).toEqual([])
})
