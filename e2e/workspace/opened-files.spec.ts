/** The output of a command that has opened `.env`: the person decides, and scripts of the project run unasked with the values masked. */
import { text, toolUse } from '../model-server/turn.ts'
import { expect, test } from '../support/test.ts'

/** A word that no hash and no time of the log holds by chance. */
const SECRET = 'unmistakable-marmalade-orchard'
const READS = 'for f in .e*; do base64 "$f"; done'
const ENCODED = Buffer.from(`PIN=${SECRET}\n`).toString('base64')
const SERVER = `const fs = require('fs'), env = fs.readFileSync('.env', 'utf8')
require('http').createServer().listen(8200, () => { console.log('up with ' + env); fs.writeFileSync('up', '') })`
const UP = 'until test -f up; do sleep 0.1; done'

test('output that may hold secrets is asked for, masked for scripts and servers, and passed over by searches', async ({
  workbench,
  model,
}) => {
  await workbench.open()
  await workbench.configure(model)
  const packageFile = JSON.stringify({ scripts: { show: 'cat .e*' } })
  await workbench.exec(
    `echo PIN=${SECRET} > .env; echo 'const PIN = 0' > a.ts; echo '${packageFile}' > package.json; cat > server.js <<'E'\n${SERVER}\nE\n`,
  )
  model.setScript([
    { content: [toolUse('Grep', { pattern: 'PIN', output_mode: 'content' })] },
    { content: [toolUse('Bash', { command: 'grep -rn PIN .; rg --hidden PIN' })] },
    { content: [toolUse('Bash', { command: 'npm run show' })] },
    { content: [toolUse('Bash', { command: 'node server.js', run_in_background: true })] },
    { content: [toolUse('Bash', { command: UP })] },
    { content: [toolUse('TaskOutput', { task_id: 'bash_1' })] },
    { content: [toolUse('Bash', { command: READS })] },
    { content: [toolUse('Bash', { command: READS })] },
    { content: [toolUse('Bash', { command: READS })] },
    { content: [text('That is all.')] },
  ])
  await workbench.send('Look around')
  await expect(workbench.permission).toContainText('Show the model what Bash printed?')
  await expect(workbench.permission).toContainText('has opened .env')
  const before = model.messageRequests().length
  const sent = () => JSON.stringify(model.messageRequests().map(({ body }) => body))
  // The whole request is too long to be shown where this fails.
  const has = (said: string) => sent().includes(said)
  expect(before).toBe(7)
  expect(has('const PIN = 0')).toBe(true)
  expect(has('Not searched, for they hold secrets: .env')).toBe(true)
  expect(has('.env: not searched, it holds secrets')).toBe(true)
  expect(has('PIN=[REDACTED]')).toBe(true)
  expect(has('up with PIN=[REDACTED]')).toBe(true)
  await workbench.permission.getByRole('button', { name: 'Deny' }).click()
  // The second time yes, which holds for the third.
  await expect.poll(() => model.messageRequests().length).toBe(before + 1)
  await expect(workbench.permission).toContainText('has opened .env')
  expect(has('The output is withheld: the command has opened .env')).toBe(true)
  const log = JSON.stringify(await workbench.events())
  for (const [where, said] of Object.entries({ sent: sent(), log }))
    for (const secret of [SECRET, ENCODED.trim()])
      expect({ where, secret, has: said.includes(secret) }).toEqual({ where, secret, has: false })
  await workbench.permission.getByRole('button', { name: 'Allow once' }).click()
  await expect(workbench.answers.last()).toContainText('That is all.')
  expect(sent().split(ENCODED.trim()).length - 1).toBeGreaterThanOrEqual(2)
})
