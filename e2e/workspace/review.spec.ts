/**
 * Review of the agent's changes: one hunk is rejected, another commented on and committed; the agent is told.
 */
import { strToU8, zipSync } from 'fflate'
import { text } from '../model-server/turn.ts'
import { expect, test } from '../support/test.ts'
import { pictures } from '../support/pictures.ts'

const FILE = '/workspace/src/add.js'
const LINES = ['const add = (a, b) => a - b', '', '// one', '// two', '', 'const sub = (a, b) => a + b']
const joined = (...lines: readonly string[]) => `${lines.join('\n')}\n`

test('a hunk is rejected, one is commented on, the agent is told of both, and what was accepted is committed', async ({
  workbench,
  model,
}) => {
  const after = joined('const add = (a, b) => a + b', ...LINES.slice(1, 5), 'const sub = (a, b) => b - a')
  model.setScript([
    { content: [{ type: 'tool_use', name: 'Read', input: { file_path: FILE } }] },
    { content: [{ type: 'tool_use', name: 'Write', input: { file_path: FILE, content: after } }] },
    { content: [text('Both are mended.')] },
    { content: [text('I see.')] },
  ])
  await workbench.open()
  const zip = zipSync({ 'repo/src/add.js': strToU8(joined(...LINES)) })
  const { page } = workbench
  await page
    .getByLabel('Repository zip')
    .setInputFiles({ name: 'repo.zip', mimeType: 'application/zip', buffer: Buffer.from(zip) })
  await expect(workbench.files.getByRole('treeitem').first()).toBeVisible()
  const git =
    'git init -q && git add -A && git -c user.name=Ada -c user.email=ada@example.org commit -qm first && git rev-parse --short HEAD'
  expect((await workbench.exec(git)).stdout).toMatch(/^[0-9a-f]{7}\n$/)
  await workbench.configure(model)
  await workbench.ask('Mend both')

  await page.getByRole('tab', { name: 'Changes' }).click()
  await page.getByRole('combobox', { name: 'Since' }).selectOption('your last message')
  const progress = page.getByRole('status', { name: 'Review' })
  await expect(progress).toHaveText('0 of 2 reviewed')
  await page.getByRole('button', { name: 'M src/add.js' }).click()
  const hunk = (what: string) => page.getByRole('group', { name: new RegExp(`^Change .*: ${what}`) })
  await hunk('line 1').getByRole('button', { name: 'Accept' }).click()
  await hunk('line 6').getByRole('button', { name: 'Comment', exact: true }).click()
  await page.getByRole('textbox', { name: 'Comment on line 6' }).fill('This was right before.')
  await page.getByRole('button', { name: 'Add comment' }).click()
  await page.getByText('Commit reviewed changes').click()
  await pictures(page, 'review', async () => {
    const code = page.getByRole('button', { name: 'Code', exact: true })
    if (await code.isVisible()) await code.click()
  })
  await page.setViewportSize({ width: 1280, height: 800 })
  await hunk('line 6').getByRole('button', { name: 'Reject' }).click()
  await expect(progress).toHaveText('1 of 1 reviewed')
  const rejected = joined('const add = (a, b) => a + b', ...LINES.slice(1))
  expect((await workbench.exec(`cat ${FILE}`)).stdout).toBe(rejected)

  await page.reload()
  await page.getByRole('tab', { name: 'Changes' }).click()
  await expect(progress).toHaveText('1 of 1 reviewed')
  await page.getByText('Commit reviewed changes').click()
  await workbench.exec(`echo '// mine' >> ${FILE}`)
  await page.getByRole('button', { name: 'Commit', exact: true }).click()
  // Nobody has said yet who commits. It is asked once, and kept for every command and session.
  const who = page.getByRole('form', { name: 'Author of the commit' })
  await who.getByRole('textbox', { name: 'Git name' }).fill('Grace Hopper')
  await who.getByRole('textbox', { name: 'Git e-mail' }).fill('grace@example.org')
  await who.getByRole('button', { name: 'Save and commit' }).click()
  const said = page.getByRole('status', { name: 'Commit', exact: true })
  await expect(said).toHaveText(/^\s*Committed [0-9a-f]{7} Update add\.js\s*$/)
  // An unaccepted change is in the workspace, and not in the commit.
  expect((await workbench.exec('git show HEAD:src/add.js')).stdout).toBe(rejected)
  expect((await workbench.exec('git status --short')).stdout).toBe(' M src/add.js\n')
  const authors = 'git commit -qam mine && git log -2 --format="%an <%ae>"'
  expect((await workbench.exec(authors)).stdout).toBe('Grace Hopper <grace@example.org>\n'.repeat(2))

  await page.getByRole('button', { name: 'Send 1 comment' }).click()
  await expect(workbench.answers.last()).toContainText('I see.')
  const request = JSON.stringify(model.requests.at(-1)?.body)
  expect(request).toContain('rejected these')
  expect(request).toContain(String.raw`\"src/add.js\": line 6`)
  expect(request).toMatch(/line 6:[^"]*const sub = \(a, b\) => b - a[^"]*This was right before\./)
})
