/** Which instruction files a run tells: those of the folders that it works in, the user's own, and what they import. */
import { afterEach, expect, it } from 'vitest'
import { value } from '../../../../sandbox/contract/suite/contract-test-support.ts'
import type { ModelRequest } from '../../../model/contract.ts'
import { DEFAULT_SETTINGS } from '../../../protocol/settings.ts'
import type { Settings } from '../../../protocol/settings.ts'
import { SettingsStore } from '../../store/settings-store.ts'
import { dropDatabases } from '../../testing/database.ts'
import { nextAnswer, startScriptedService } from '../../testing/scripted-service.ts'
import type { Step } from '../../testing/scripted-service.ts'

afterEach(async () => {
  // Other tests of this browser start with the defaults.
  await value(new SettingsStore().update(DEFAULT_SETTINGS))
  await dropDatabases()
})

const reads = (path: string) => ({
  calls: [{ name: 'Read', input: { file_path: `/workspace/${path}` } }],
})
const DONE = { text: 'Done.' }

async function start(files: Readonly<Record<string, string>>, settings: Partial<Settings> = {}) {
  const steps: Step[] = []
  const { api, requests } = await startScriptedService({ answer: () => nextAnswer(steps) })
  await value(api.settings.update(settings))
  await api.sessions.create()
  const edit = (path: string, text: string) =>
    value(
      api.files.edit([
        { kind: 'file', path: `/workspace/${path}`, data: new TextEncoder().encode(text), over: 'anything' },
      ]),
    )
  for (const [path, text] of Object.entries(files)) await edit(path, text)
  return {
    api,
    requests,
    edit,
    /** Each file with its state, and tokens where it has some. */
    list: async () => {
      const { files: all = [] } = (await api.instructions.list()) ?? {}
      return all.map(({ path, state }) => `${path}: ${state}`)
    },
    async run(...next: readonly Step[]) {
      steps.push(...next)
      expect(await value(api.runs.run('Go on.'))).toMatchObject({ terminal: 'completed' })
    },
  }
}

/** Names of the files that each request tells, in their order. */
function told(requests: readonly ModelRequest[]) {
  return requests.map(({ messages }) =>
    [...JSON.stringify(messages).matchAll(/<project-file name=\\"([^"\\]+)|<(user-instructions)>/g)].map(
      ([, name, own]) => name ?? own,
    ),
  )
}

it('a folder’s file and a rule come with the first file that is read there, and stay', async () => {
  const { requests, run, list } = await start({
    'CLAUDE.md': 'Root.',
    'src/AGENTS.md': 'Source.',
    'src/a.js': '1',
    '.claude/rules/tests.md': '---\npaths: "**/*.test.js"\n---\nTests.',
    'src/a.test.js': '2',
  })
  expect(await list()).toEqual([
    'CLAUDE.md: told',
    'src/AGENTS.md: elsewhere',
    '.claude/rules/tests.md: other files',
  ])
  await run(reads('src/a.js'), reads('src/a.test.js'), DONE)
  expect(told(requests)).toEqual([
    ['CLAUDE.md'],
    ['CLAUDE.md', 'src/AGENTS.md'],
    ['CLAUDE.md', 'src/AGENTS.md', '.claude/rules/tests.md'],
  ])
  const [first, , last] = requests
  expect(JSON.stringify(last?.messages.slice(0, first?.messages.length))).toBe(
    JSON.stringify(first?.messages),
  )
  await run(DONE)
  expect(told(requests).at(-1)).toEqual(['CLAUDE.md', 'src/AGENTS.md', '.claude/rules/tests.md'])
  expect(await list()).toEqual(['CLAUDE.md: told', '.claude/rules/tests.md: told', 'src/AGENTS.md: told'])
})

it('AGENTS.md beside CLAUDE.md counts where the user wants both, from the next request on', async () => {
  const { requests, run, api } = await start({ 'CLAUDE.md': 'Root.', 'AGENTS.md': 'Agents.' })
  await run(DONE)
  await value(api.settings.update({ instructionFiles: 'both' }))
  await run(DONE)
  expect(told(requests)).toEqual([['CLAUDE.md'], ['CLAUDE.md', 'AGENTS.md']])
})

it('the user’s own come first, and a change of them is told', async () => {
  const { requests, run, api } = await start(
    { 'CLAUDE.md': 'Root.' },
    { ownInstructions: 'Answer in rhymes.' },
  )
  await run(DONE)
  await value(api.settings.update({ ownInstructions: '' }))
  await run(DONE)
  expect(told(requests)).toEqual([
    ['user-instructions', 'CLAUDE.md'],
    ['user-instructions', 'CLAUDE.md'],
  ])
  expect(JSON.stringify(requests[1]?.messages)).toContain('No longer in force: ~/.claude/CLAUDE.md.')
})

it('an import is told with its file, and again when the user edits it', async () => {
  const { requests, run, edit } = await start({
    'CLAUDE.md': 'See @docs/git.md and @.env.',
    'docs/git.md': 'Rebase.',
    '.env': 'KEY=1',
  })
  await run(DONE)
  await edit('docs/git.md', 'Merge.')
  await run(DONE)
  expect(told(requests)).toEqual([
    ['docs/git.md', 'CLAUDE.md'],
    ['docs/git.md', 'CLAUDE.md', 'docs/git.md'],
  ])
  expect(JSON.stringify(requests)).not.toContain('KEY=1')
})

it('a file without room is named, and told whole once the user wants it', async () => {
  const models = { small: { contextWindow: 20_000 } }
  const { requests, run, api, list } = await start(
    { 'CLAUDE.md': 'Root.', '.claude/rules/long.md': 'Long. '.repeat(2_000) },
    { model: 'small', models },
  )
  await run(DONE)
  expect(await list()).toEqual(['CLAUDE.md: told', '.claude/rules/long.md: left'])
  expect(JSON.stringify(requests[0]?.messages)).toContain('.claude/rules/long.md (about 3000 tokens)')
  await value(api.instructions.tellWhole('.claude/rules/long.md'))
  await run(DONE)
  expect(told(requests)).toEqual([['CLAUDE.md'], ['CLAUDE.md', '.claude/rules/long.md']])
  expect(await list()).toEqual(['CLAUDE.md: told', '.claude/rules/long.md: told'])
})

it('a file that a rule denies is not told, also once the rule comes in the middle', async () => {
  const { requests, run, api, list } = await start(
    {
      'CLAUDE.md': 'See @plans/secret.md and @docs/git.md.',
      'plans/secret.md': 'Sell.',
      'docs/git.md': 'Rebase.',
    },
    { rules: { allow: [], ask: [], deny: ['Read(plans/**)'] } },
  )
  await run(DONE)
  expect(await list()).toEqual(['docs/git.md: told', 'CLAUDE.md: told', 'plans/secret.md: denied'])
  await value(api.settings.update({ rules: { allow: [], ask: [], deny: ['Read(docs/**)'] } }))
  await run(DONE)
  expect(await list()).toEqual(['plans/secret.md: told', 'CLAUDE.md: told', 'docs/git.md: denied'])
  expect(told(requests)).toEqual([
    ['docs/git.md', 'CLAUDE.md'],
    ['docs/git.md', 'CLAUDE.md', 'plans/secret.md'],
  ])
})
