/** Plan mode: nothing is changed and nothing is run, whatever the model writes. */
import { text, toolUse } from '../model-server/turn.ts'
import { expect, test } from '../support/test.ts'

/** Each passed as a command that only reads, once. */
const HIDDEN_CHANGES = [
  'awk \'BEGIN{print "x;y" > ".git/config"}\'',
  'awk -- \'-1{print > "a.txt"}\' b.txt',
  "sed 's/[/]/;a /w .git/config' a.txt",
  "echo 'touch new' | sed 's|[|]|;a ;|e'",
  "sed $'a\\nw .git/new' a.txt",
  'sort {-o,a.txt} b.txt',
  'find {.,-delete}',
  'for x in b.txt -oa.txt; do sort b.txt $x; done',
  'uniq {b.txt,a.txt}',
  'shuf "$(printf -- -oa.txt)" b.txt',
]
const LOOKS = [
  'cat a.txt',
  "sed -n '1p' a.txt",
  "awk '{print $2}' a.txt",
  'git status --short',
  'cat b.txt | sort',
  'ls > /dev/null; echo done',
]

test('in plan mode nothing changes, however a command is written, and what only looks works', async ({
  workbench,
  model,
}) => {
  const { page } = workbench
  await workbench.open()
  await workbench.configure(model)
  await workbench.exec(
    'printf "one two\\n" > a.txt; printf "b\\na\\n" > b.txt; git init -q .; git add a.txt; git commit -qm first',
  )
  const state = async () =>
    (await workbench.exec('find . -type f -exec md5sum {} + | sort; find . | sort')).stdout
  const before = await state()
  await page.getByRole('combobox', { name: 'Mode', exact: true }).selectOption('plan')
  model.setScript([
    { content: HIDDEN_CHANGES.map((command) => toolUse('Bash', { command })) },
    { content: LOOKS.map((command) => toolUse('Bash', { command })) },
    { content: [text('That is what is there.')] },
  ])
  await workbench.ask('Look around.')

  const results = (await workbench.events()).filter((event) => event.type === 'tool_result')
  expect(results.map(({ outcome }) => outcome)).toEqual([
    ...HIDDEN_CHANGES.map(() => 'denied'),
    ...LOOKS.map(() => 'done'),
  ])
  const said = results.slice(HIDDEN_CHANGES.length).map(({ content }) => JSON.stringify(content))
  for (const [at, expected] of ['one two', 'one two', 'two', 'b.txt', 'a\\nb', 'done'].entries())
    expect(said[at]).toContain(expected)
  expect(before).toContain('.git/config')
  expect(await state()).toBe(before)
})
