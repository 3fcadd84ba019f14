/** The agent asks in the middle of its work: choices, own words, a plan to approve. */
import { text, toolUse } from '../model-server/turn.ts'
import { expect, test } from '../support/test.ts'

test('choices and a plan are answered by buttons, and what is approved can be done', async ({
  workbench,
  model,
}) => {
  const { page } = workbench
  const ask = toolUse('AskUserQuestion', {
    questions: [
      {
        question: 'Which database should it use?',
        header: 'Database',
        options: [
          { label: 'SQLite', description: 'One file, nothing to run.' },
          { label: 'Postgres', description: 'A server of its own.' },
        ],
      },
    ],
  })
  model.setScript([
    { content: [ask] },
    { content: [toolUse('ExitPlanMode', { plan: '# Use SQLite\n\n1. Add `store.js`\n2. Test it' })] },
    { content: [toolUse('Write', { file_path: 'store.js', content: 'export {}\n' })] },
    { content: [text('Done.')] },
  ])
  await workbench.open()
  await workbench.configure(model)
  await page.getByRole('combobox', { name: 'Mode', exact: true }).selectOption('plan')
  await workbench.send('Keep the data')
  const question = workbench.tool('AskUserQuestion')
  await expect(question).toContainText('Which database should it use?')
  await expect(workbench.status).toHaveText('waiting for you')
  await question.getByRole('button', { name: /SQLite/ }).click()
  await expect(question).toContainText('done')

  const plan = workbench.tool('ExitPlanMode')
  await expect(plan).toContainText('Add store.js')
  await plan.getByRole('button', { name: 'Edit the plan' }).click()
  await plan
    .getByRole('textbox', { name: 'Plan', exact: true })
    .fill('# Use SQLite\n\n1. Add `store.js`\n2. Leave tests to me')
  await plan.getByRole('button', { name: 'Show as text' }).click()
  await expect(plan.getByRole('listitem').last()).toHaveText('Leave tests to me')
  await plan.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(workbench.answers.last()).toContainText('Done.')
  expect((await workbench.exec('cat store.js')).stdout).toBe('export {}\n')
  expect(JSON.stringify(model.messageRequests().at(-1)?.body)).toContain(
    'Which database should it use? SQLite',
  )
  const heard = JSON.stringify(model.messageRequests().at(-1)?.body)
  expect(heard).toContain('The user has rewritten the plan. This is the one that counts:')
  expect(heard).toContain('2. Leave tests to me')
  expect(model.rejections).toEqual([])
})
