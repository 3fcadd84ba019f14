/** The mode `auto`: a classifier is asked before the person is, over both wire formats. */
import { slice } from '../../src/testing/slice.ts'
import { asArray, asObject } from '../model-server/json.ts'
import { text, toolUse } from '../model-server/turn.ts'
import { pictures } from '../support/pictures.ts'
import { expect, test } from '../support/test.ts'

const JUDGE = 'claude-haiku-4-5'
const SAYS = { 'touch good': 'allow', 'touch bad': 'deny', 'touch unsure': 'ask' } as const

for (const provider of slice(['Anthropic', 'OpenAI-compatible'] as const, 1)) {
  test(`what it allows runs, what it denies does not, what it leaves open is asked (${provider})`, async ({
    workbench,
    model,
  }) => {
    const { page } = workbench
    const commands = Object.keys(SAYS)
    const judged: string[] = []
    model.setScript(({ body, results }) => {
      if (body['model'] === JUDGE) {
        const said = JSON.stringify(body['messages'])
        const command = commands.find((known) => said.includes(known)) ?? ''
        judged.push(command)
        const decision = SAYS[command as keyof typeof SAYS]
        return { content: [toolUse('verdict', { decision, reason: `It is ${command.slice(6)}.` })] }
      }
      const next = commands[results.length]
      return { content: [next === undefined ? text('All tried.') : toolUse('Bash', { command: next })] }
    })
    await workbench.open()
    await workbench.configure(model, { provider, autoAllow: false })
    await page.getByRole('button', { name: 'Settings' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Settings' })
    await dialog.getByLabel('Permission mode').selectOption('Ask a classifier first')
    await dialog.getByLabel('Classifier').fill(JUDGE)
    await workbench.saveSettings()
    await workbench.send('Make files')

    await expect(workbench.permission).toContainText('touch unsure')
    await expect(workbench.permission).toContainText('It is unsure.')
    await workbench.permission.getByRole('button', { name: 'Deny' }).click()
    await expect(workbench.answers.last()).toContainText('All tried.')
    expect(model.rejections).toEqual([])
    expect(judged).toEqual(commands)
    expect((await workbench.exec('ls')).stdout).toBe('good\n')
    await expect(workbench.tool('Bash').nth(1)).toContainText('denied')

    const events = await workbench.events()
    const decided = events.filter(({ type }) => type === 'permission_decided')
    expect(decided).toMatchObject([
      { behavior: 'allow', source: 'classifier' },
      { behavior: 'deny', source: 'classifier', reason: 'The classifier says: It is bad.' },
      { behavior: 'deny', source: 'person' },
    ])
    expect(events.filter(({ type }) => type === 'permission_requested')).toHaveLength(1)
    expect(events.filter(({ type }) => type === 'call_classified')).toHaveLength(3)
    // It is told of the call and of what the person said, and of nothing else.
    const asked = model.messageRequests().map(({ body }) => asObject(body))
    for (const request of asked.filter((body) => body['model'] === JUDGE)) {
      expect(asArray(request['tools'])).toHaveLength(1)
      expect(JSON.stringify(request['messages'])).toContain('Make files')
      expect(JSON.stringify(request['messages'])).not.toContain('(no output)')
    }
    await page.getByRole('button', { name: /cost/i }).first().click()
    await expect(page.getByRole('dialog')).toContainText(`${JUDGE} (classifier)`)
  })
}

test('a slow classifier and the person are asked together; what the person takes up is theirs', async ({
  workbench,
  model,
}) => {
  const { page } = workbench
  let judged = 0
  const judge = () => model.messageRequests().filter(({ body }) => asObject(body)['model'] === JUDGE)
  model.setScript(({ body, results }) => {
    if (body['model'] === JUDGE) {
      judged += 1
      return {
        content: [toolUse('verdict', { decision: 'allow', reason: 'Fine.' })],
        hold: { name: `verdict ${judged}` },
      }
    }
    const next = ['touch one', 'touch two'][results.length]
    return { content: [next === undefined ? text('Done.') : toolUse('Bash', { command: next })] }
  })
  await workbench.open()
  await workbench.configure(model, { autoAllow: false })
  await page.getByRole('button', { name: 'Settings' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  await dialog.getByLabel('Permission mode').selectOption('Ask a classifier first')
  await dialog.getByLabel('Classifier').fill(JUDGE)
  await workbench.saveSettings()
  await workbench.send('Make files')
  await expect(workbench.permission).toContainText('The classifier is looking at it, too.')
  await pictures(page, 'auto')
  // Nobody answers: the classifier does, and the dialog goes.
  model.release('verdict 1')
  await expect(workbench.permission).toContainText('touch two')
  expect((await workbench.exec('ls')).stdout).toBe('one\n')
  await workbench.permission.getByRole('textbox', { name: 'Comment' }).fill('Wait')
  await expect(workbench.permission).not.toContainText('The classifier is looking at it')
  // The classifier is called off: its verdict reaches nobody.
  await expect.poll(() => judge().map(({ outcome }) => outcome)).toEqual(['done', 'client-gone'])
  expect(judged).toBe(2)
  model.release('verdict 2')
  expect((await workbench.exec('ls')).stdout).toBe('one\n')
  await expect(workbench.permission).toContainText('touch two')
  await workbench.permission.getByRole('button', { name: 'Deny' }).click()
  await expect(workbench.answers.last()).toContainText('Done.')
  expect((await workbench.exec('ls')).stdout).toBe('one\n')
})
