/** The page's API, `window.vivarium`. */
import { readFile } from 'node:fs/promises'
import { FIXTURES } from '../fixtures/definitions.ts'
import { prepareFixture } from '../fixtures/prepare.ts'
import { text, toolUse } from '../model-server/turn.ts'
import { expect, test } from '../support/test.ts'

test('runs commands with directory, environment, standard input and a time limit', async ({ workbench }) => {
  await workbench.open()
  const run = (command: string, options?: Parameters<typeof window.vivarium.sandbox.exec>[1]) =>
    workbench.page.evaluate(([line, more]) => window.vivarium.sandbox.exec(line, more), [
      command,
      options,
    ] as const)
  expect(await run('pwd; echo problem >&2; exit 3')).toMatchObject({
    stdout: '/workspace\n',
    stderr: 'problem\n',
    exitCode: 3,
    timedOut: false,
  })
  expect(await run('cat; echo $GREETING', { stdin: 'in\n', env: { GREETING: 'hi' } })).toMatchObject({
    stdout: 'in\nhi\n',
    exitCode: 0,
  })
  expect(await run('sleep 30', { timeoutMs: 300 })).toMatchObject({ exitCode: 124, timedOut: true })
  expect((await run('mkdir -p deep/er && pwd', { cwd: '/tmp' })).stdout).toBe('/tmp\n')
})

test('reads and writes files byte for byte, lists, checkpoints and restores', async ({ workbench }) => {
  await workbench.open()
  const result = await workbench.page.evaluate(async () => {
    const { sandbox } = window.vivarium
    const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte)
    await sandbox.writeFile('folder/all bytes.bin', bytes)
    await sandbox.writeFile('text.txt', 'grüß dich')
    const root = await sandbox.checkpoint()
    await sandbox.writeFile('text.txt', 'changed')
    await sandbox.exec('rm -r folder')
    const second = await sandbox.checkpoint()
    await sandbox.restore(root)
    return {
      same: (await sandbox.readFile('folder/all bytes.bin')).every((byte, index) => byte === bytes[index]),
      text: new TextDecoder().decode(await sandbox.readFile('text.txt')),
      list: await sandbox.list('.'),
      roots: [/^[0-9a-f]{64}$/.test(root), root === second, root === (await sandbox.checkpoint())],
    }
  })
  expect(result).toEqual({
    same: true,
    text: 'grüß dich',
    list: [
      { name: 'folder', kind: 'directory', size: expect.any(Number) },
      { name: 'text.txt', kind: 'file', size: 11 },
    ],
    roots: [true, false, true],
  })
})

test('rejects with what was tried and on what', async ({ workbench }) => {
  await workbench.open()
  const message = await workbench.page.evaluate(() =>
    window.vivarium.sandbox.readFile('no/such file').then(
      () => 'read',
      (error: Error) => error.message,
    ),
  )
  expect(message).toContain('no/such file')
})

test('imports and exports zips, and sends prompts that end with a terminal', async ({ workbench, model }) => {
  const [fixture] = FIXTURES
  if (!fixture) throw new Error('There is no fixture.')
  const zip = [...(await readFile((await prepareFixture(fixture)).zip))]
  model.setScript([
    { content: [toolUse('Read', { file_path: 'package.json' })] },
    { content: [text('Read it.')] },
  ])
  await workbench.open()
  await workbench.configure(model)
  const summary = await workbench.page.evaluate(
    (bytes) => window.vivarium.sandbox.importZip(Uint8Array.from(bytes)),
    zip,
  )
  expect(summary.files).toBeGreaterThan(5)
  expect(summary.root).toMatch(/^[0-9a-f]{64}$/)
  expect(await workbench.page.evaluate(() => window.vivarium.session.send('Look'))).toEqual({
    terminal: 'completed',
  })
  const exported = await workbench.page.evaluate(
    async () => (await window.vivarium.sandbox.exportZip()).length,
  )
  expect(exported).toBeGreaterThan(1000)
})

test('explains what would be decided, without asking or running anything', async ({ workbench }) => {
  await workbench.open()
  const explain = (
    tool: string,
    input: unknown,
    options?: Parameters<typeof window.vivarium.permission.explain>[2],
  ) =>
    workbench.page.evaluate(([name, value, more]) => window.vivarium.permission.explain(name, value, more), [
      tool,
      input,
      options,
    ] as const)
  const rm = { command: 'rm -rf build', description: 'Remove' }
  expect(await explain('Bash', rm)).toMatchObject({ behavior: 'allow', source: 'sandbox' })
  expect(await explain('Bash', rm, { sandboxAutoAllow: false })).toMatchObject({ behavior: 'ask' })
  expect(await explain('Bash', rm, { rules: { deny: ['Bash'] } })).toMatchObject({
    behavior: 'deny',
    source: 'user',
  })
  expect(await explain('Bash', rm, { mode: 'plan' })).toMatchObject({ behavior: 'deny' })
  expect(await explain('Read', { file_path: 'x' }, { sandboxAutoAllow: false })).toMatchObject({
    behavior: 'allow',
  })
  expect((await workbench.events()).filter((event) => event.type.startsWith('permission'))).toEqual([])
})

test('is not there on the sandbox’s origin', async ({ workbench, site, page }) => {
  await workbench.open()
  await workbench.exec('true')
  const frame = page.frames().find((candidate) => candidate.url().startsWith(site.sandboxOrigin))
  expect(await frame?.evaluate(() => 'vivarium' in window)).toBe(false)
})
