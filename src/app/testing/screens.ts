/** The screens that people see most, each brought about on a mounted app: what axe looks at, and what is read in another language. */
import axe from 'axe-core'
import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { AppModel } from '../app-model.svelte.ts'
import { chat } from '../language/en/chat.ts'
import { settingsFile } from '../settings/settings-file.ts'
import { fail, ok } from '../../sandbox/contract/errors.ts'
import { BROUGHT, CONTENTS, MADE } from './backups.ts'
import type { FakeAgent } from './fake-agent/fake-agent.ts'
import { INSTRUCTION_FILES } from './instruction-files.ts'
import { mountApp } from './mount-app.ts'
import { memoryOf } from '../memory/memory-of.ts'
import { putNotes } from './notes.ts'
import { pastTurns } from './past-turns.ts'
import { POLICY, REFUSED_POLICY } from './policies.ts'
import { KNOWN, QUESTION } from './project-question.ts'
import * as story from './story.ts'

const SIZES = { wide: { width: 1280, height: 800 }, narrow: { width: 390, height: 844 } } as const

const asking = (fake: FakeAgent) =>
  fake.emit(...story.wholeStory(), story.user('go on', 'm2'), story.runStarted(), {
    type: 'permission_requested',
    turnId: 't6',
    toolUseId: 'c6',
    tool: 'Bash',
    title: 'git push',
    reason: 'It leaves the sandbox.',
    suggestedRule: 'Bash(git push:*)',
    destructive: true,
  })

const planning = () =>
  story.started({
    turnId: 't1',
    id: 'p1',
    tool: 'ExitPlanMode',
    input: { plan: '# Faster' },
    title: 'Faster',
  })

export interface Screen {
  readonly name: string
  readonly prepare: (fake: FakeAgent) => void
  /** A button to press. */
  readonly open?: string
  readonly act?: (app: AppModel, fake: FakeAgent) => Promise<void>
  /** Into the composer. */
  readonly typed?: string
  readonly shown: string
}

const imported = (fake: FakeAgent) => {
  fake.files.set('src/b.md', new TextEncoder().encode('# Title\r\n\r\nText\r\n'))
  fake.files.set('.env', new TextEncoder().encode('TOKEN=hunter2\n'))
  fake.emit({ type: 'workspace_imported', name: 'repo', files: 1, bytes: 16, root: 'r' })
}

/** A file with unsaved text, another beside it. */
const editing = async (app: AppModel) => {
  await app.showFile('src/a.js')
  await app.showFile('src/b.md')
  const content = page.getByRole('textbox', { name: 'Content of src/b.md' })
  await content.click()
  await userEvent.keyboard('more ')
}

export const SCREENS: readonly Screen[] = [
  { name: 'empty', prepare: () => undefined, shown: 'What should we work on?' },
  {
    name: 'a finished story',
    prepare: (fake) => fake.emit(...story.wholeStory()),
    shown: 'What I changed',
  },
  { name: 'a permission request', prepare: asking, shown: 'Why am I asked' },
  {
    name: 'a call that is held for notes',
    prepare: (fake) => fake.emit(...story.heldStory()),
    shown: 'Your note:',
  },
  {
    name: 'settings, a bucket for sharing',
    prepare: () => undefined,
    act: async (app) => {
      app.dialog = 'settings'
      const kind = page.getByRole('combobox', { name: 'Share through' })
      await kind.selectOptions('S3-compatible bucket')
    },
    shown: 'Bucket in the path (MinIO and others)',
  },
  {
    name: 'search in files, with what would be replaced',
    prepare: imported,
    act: async (app) => {
      Object.assign(app.search, { text: 'T', replacing: true, replacement: 'U' })
      app.showSearch()
      await app.search.start()
      app.search.active = app.search.rows[1]?.key
    },
    shown: 'Replace all',
  },
  { name: 'settings', prepare: () => undefined, open: 'Settings', shown: 'Base URL' },
  {
    name: 'settings that a policy fixes',
    prepare: (fake) => {
      fake.policy = POLICY
    },
    act: async (app) => {
      app.dialog = 'settings'
      await page.getByText('Some of these settings are fixed').click()
    },
    shown: 'Policy file',
  },
  {
    name: 'a policy that cannot be used',
    prepare: (fake) => {
      fake.policy = REFUSED_POLICY
    },
    shown: 'Reload',
  },
  {
    name: 'a browser that keeps nothing',
    prepare: imported,
    act: async (_, fake) => fake.notice({ type: 'nothing_kept' }),
    shown: 'Export the files',
  },
  {
    name: 'sessions that were lost and are back',
    prepare: imported,
    act: async (_, fake) => fake.notice({ type: 'brought_back', sessions: 3, events: 0 }),
    shown: 'A crash or a full disk can do that. A backup on another device protects from more.',
  },
  {
    name: 'usage',
    prepare: (fake) => fake.emit(...story.wholeStory()),
    open: 'Cost $0.07',
    shown: 'Each request of this session',
  },
  {
    name: 'a passphrase that is asked for',
    prepare: (fake) => (fake.protection = { state: 'locked', hasPassphrase: true }),
    act: async (_, fake) =>
      fake.notice({ type: 'keys', protection: { state: 'locked', hasPassphrase: true }, wanted: true }),
    shown: 'Forgotten',
  },
  {
    name: 'what left the sandbox',
    prepare: (fake) =>
      fake.emit(...story.wholeStory(), story.egressDecided('allow'), story.egressDecided('deny')),
    act: async (app) => {
      app.dialog = 'network'
    },
    shown: '1 let out, 1 refused; 5 B sent.',
  },
  {
    name: 'context',
    prepare: (fake) => {
      fake.instructions = INSTRUCTION_FILES
      fake.emit(...story.wholeStory())
    },
    open: 'Contents of the context',
    shown: 'Instruction files',
  },
  { name: 'an edited file', prepare: imported, act: editing, shown: 'CRLF' },
  {
    name: 'a file that is closed unsaved',
    prepare: imported,
    act: async (app) => {
      await editing(app)
      const { files } = app.workspace
      if (files.current) files.close(files.current)
    },
    shown: 'b.md has text that is not saved.',
  },
  {
    name: 'a conflict',
    prepare: imported,
    act: async (app, fake) => {
      await editing(app)
      fake.files.set('src/b.md', new TextEncoder().encode('# Title\r\n\r\nTheirs\r\n'))
      fake.notice({ type: 'files_changed', paths: ['/workspace/src/b.md'], ignored: [], overflow: false })
    },
    shown: 'Save merged',
  },
  {
    name: 'masked values',
    prepare: imported,
    act: (app) => app.showFile('.env'),
    shown: 'Show values',
  },
  {
    name: 'a change of masked values',
    prepare: (fake) => {
      imported(fake)
      fake.originals.set('.env', new TextEncoder().encode('TOKEN=hunter1\n'))
    },
    act: async (app) => {
      await app.showFile('.env')
      app.tab = 'changes'
      await page.getByRole('list', { name: 'Changed files' }).getByRole('button', { name: '.env' }).click()
      await expect.element(page.getByRole('group', { name: 'Diff of .env' })).toBeVisible()
    },
    shown: 'Values are hidden. The editor shows them when it is asked to.',
  },
  {
    name: 'a review with a comment open',
    prepare: (fake) => {
      imported(fake)
      fake.originals.set('r.ts', new TextEncoder().encode('one\ntwo\nthree\n'))
      fake.files.set('r.ts', new TextEncoder().encode('ONE\ntwo\nTHREE\nfour\n'))
    },
    act: async (app) => {
      app.tab = 'changes'
      app.panel = 'code'
      await page.getByRole('list', { name: 'Changed files' }).getByRole('button', { name: 'r.ts' }).click()
      const comment = page.getByRole('button', { name: 'Comment', exact: true })
      await comment.first().click()
      await page.getByRole('textbox', { name: 'Comment on line 1' }).fill('Why?')
      await page.getByRole('button', { name: 'Add comment' }).click()
      await comment.last().click()
      await page.getByText('Commit reviewed changes').click()
      await page.getByRole('button', { name: 'Accept file' }).last().click()
    },
    shown: 'Send 1 comment',
  },
  {
    name: 'a previewed page with errors',
    prepare: imported,
    act: async (app) => {
      // A file: what the server has for a page that is not there is a whole test runner.
      app.preview.origin = { ok: true, kind: 'served', base: `${location.origin}/icon.svg?` }
      app.showPage('/')
      await expect.poll(() => app.preview.loadedTime).toBeDefined()
      app.preview.report({
        type: 'vivarium-page-lines',
        lines: [{ level: 'error', text: 'boom' }],
        dropped: 0,
      })
    },
    shown: 'Page is up, with errors',
  },
  { name: 'sessions', prepare: () => undefined, open: 'Sessions', shown: 'Untitled session' },
  {
    name: 'storage, with a folder for backups',
    prepare: (fake) => {
      const handle = { name: 'Safe place' } as FileSystemDirectoryHandle // Only its name is shown.
      const problem = { message: 'Safe place is gone.', needsPermission: true }
      fake.backup.state = { last: MADE, folder: { handle, every: 'day', keep: 7, last: MADE, problem } }
    },
    act: async (app) => {
      app.dialog = 'storage'
      await app.backup.load()
    },
    shown: 'Forget the folder',
  },
  {
    name: 'what a backup would bring',
    prepare: (fake) => (fake.backup.contents = ok(CONTENTS)),
    act: (app) => app.backup.inspect(new File([''], 'a.vivbackup')),
    shown: 'Replace 2 settings',
  },
  {
    name: 'what a backup has brought',
    prepare: (fake) => {
      fake.backup.contents = ok(CONTENTS)
      fake.backup.outcome = ok(BROUGHT)
    },
    act: async (app) => {
      await app.backup.inspect(new File([''], 'a.vivbackup'))
      await app.backup.restore()
    },
    shown: 'Not restored',
  },
  {
    name: 'which project an import is of',
    prepare: () => undefined,
    act: async (app, fake) => {
      const known = [KNOWN, { ...KNOWN, id: 'p3', steering: ['CLAUDE.md', '.mcp.json'] }]
      fake.notice({ type: 'project_question', question: { ...QUESTION, known } })
      app.dialog = 'same-project'
    },
    shown: 'Continue the project',
  },
  { name: 'the palette', prepare: () => undefined, open: 'Commands', shown: 'Copy the last answer' },
  {
    name: 'commands that fit',
    prepare: () => undefined,
    typed: '/',
    shown: 'Show all sessions, or open one by its title',
  },
  { name: 'files that fit', prepare: () => undefined, typed: 'See @a', shown: 'a.js' },
  { name: 'what a command says', prepare: () => undefined, typed: '/status{Enter}', shown: 'Isolated' },
  { name: 'shortcuts', prepare: () => undefined, typed: '/keys{Enter}', shown: 'In the composer' },
  {
    name: 'what goes along with a message',
    prepare: () => undefined,
    act: async ({ session }) => {
      session.attachments.addText('a\n'.repeat(60))
      await session.attachments.add([new File([new Uint8Array(9)], 'a.bin')])
    },
    shown: 'Pasted text 1, 60 lines',
  },
  {
    name: 'running notes',
    prepare: (fake) =>
      fake.emit(...story.wholeStory(), {
        type: 'session_notes',
        text: '1. Task: mend the parser.',
        messages: 2,
        model: 'm',
        requestId: 'q',
      }),
    typed: '/context{Enter}',
    shown: 'Task: mend the parser.',
  },
  {
    name: 'what the model goes on from',
    prepare: (fake) =>
      fake.emit(
        { type: 'user_message', messageId: 'u', content: [{ type: 'text', text: 'Go' }], origin: 'human' },
        {
          type: 'conversation_compacted',
          trigger: 'auto',
          summary: 'Mended.',
          earlier: ['Looked at.'],
          by: 'notes',
          notes: [],
          messages: 4,
          tokensBefore: 9_000,
          tokensAfter: 900,
          model: 'm',
          usage: { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 },
          costUsd: 0,
        },
      ),
    act: async () => page.getByText('4 messages summarised').click(),
    shown: 'Mended.',
  },
  {
    name: 'code on its way into a file',
    prepare: (fake) => {
      imported(fake)
      fake.emit(...story.wholeStory())
    },
    act: async ({ codeApply }) => codeApply.apply({ code: '# Title\n\nOther\n', path: 'src/b.md' }),
    shown: 'The whole file',
  },
  {
    name: 'what is found in the conversation',
    prepare: (fake) => fake.emit(...story.wholeStory()),
    act: async (app) => app.showFind('addDays'),
    shown: '3 of 3',
  },
  {
    name: 'a plan that is rewritten',
    prepare: (fake) =>
      fake.emit(story.user('plan it'), story.runStarted(), story.request('t1'), ...planning(), {
        type: 'question_asked',
        turnId: 't1',
        toolUseId: 'p1',
        question: { kind: 'plan', plan: '# Faster\n\n1. Measure' },
      }),
    act: async () => page.getByRole('button', { name: 'Edit the plan' }).click(),
    shown: 'Show as text',
  },
  {
    name: 'the timeline',
    prepare: (fake) => fake.emit(...story.wholeStory()),
    act: async (app) => app.showStep({ call: 'c4' }),
    shown: 'as a step of its own: nothing is lost.',
  },
  {
    name: 'the memory, and a note that is not confirmed',
    prepare: putNotes,
    act: async (app) => {
      app.dialog = 'memory'
      await memoryOf(app).open('deploy.md')
      await memoryOf(app).editor.toggleHistory()
      await memoryOf(app).editor.look(1)
    },
    shown: 'Restore',
  },
  {
    name: 'the memory, its list',
    prepare: putNotes,
    act: async (app) => {
      app.dialog = 'memory'
      memoryOf(app).taken = { taken: ['a.md'], left: [{ name: 'b.txt', reason: 'b.txt is no note.' }] }
      await page.getByText('Deleted (1)').click()
    },
    shown: 'Bring back',
  },
  {
    name: 'the memory with past sessions',
    prepare: (fake) => {
      putNotes(fake)
      fake.memory.turns = pastTurns()
    },
    act: async (app) => {
      app.dialog = 'memory'
      memoryOf(app).query = 'port'
    },
    shown: 'In past sessions',
  },
  {
    name: 'the memory, its search that failed',
    prepare: (fake) => {
      putNotes(fake)
      fake.agent.memory.recall = async () => fail('internal', 'The storage was closed.')
    },
    act: async (app) => {
      app.dialog = 'memory'
      memoryOf(app).query = 'port'
    },
    shown: 'Past sessions were not searched: The storage was closed.',
  },
  {
    name: 'a note that was changed elsewhere',
    prepare: putNotes,
    act: async (app, fake) => {
      app.dialog = 'memory'
      await memoryOf(app).open('tests.md')
      memoryOf(app).editor.text = 'Mine'
      putNotes(fake, 'Theirs')
      await memoryOf(app).editor.save()
    },
    shown: 'Load the other version',
  },
  {
    name: 'a new note',
    prepare: () => undefined,
    act: (app) => app.noteDown({ text: 'A fact' }),
    shown: 'New note',
  },
  {
    name: 'the memory where nothing is remembered',
    prepare: (fake) => {
      fake.settingsNow = { ...fake.settingsNow, memory: false }
      fake.memory.project = null
      fake.memory.isNewer = true
    },
    act: async (app) => {
      app.dialog = 'memory'
    },
    shown: 'These files are of no project: the notes belong to this session alone.',
  },
  {
    name: 'a line that was remembered, and one to be remembered',
    prepare: () => undefined,
    act: async ({ remembering }) => void (await remembering.remember('Port 4000')),
    typed: '# One more',
    shown: 'Enter remembers this; a space before # sends it',
  },
  {
    name: 'settings that a file would change, and what this browser can do',
    prepare: () => undefined,
    act: async (app, fake) => {
      app.dialog = 'settings'
      const text = settingsFile({ ...fake.settingsNow, maxTurns: 77, allowBypass: true })
      const file = new File([text], 'settings.json')
      await page.getByLabelText('Settings file').first().upload(file)
      await page.getByText('Abilities:', { exact: false }).click()
    },
    shown: 'Take these',
  },
  {
    name: 'a command that is none',
    prepare: () => undefined,
    typed: '/nothing{Enter}',
    shown: 'There is no command /nothing.',
  },
]

interface Shown {
  readonly size: keyof typeof SIZES
  readonly theme: 'light' | 'dark'
  /** Called before anything is typed into the composer, when all else stands. */
  readonly beforeTyping?: () => void
}

/** Mounts the app and does what a person does to come there. */
export async function showScreen(screen: Screen, { size, theme, beforeTyping }: Shown): Promise<void> {
  const { prepare, open, act, typed, shown } = screen
  await page.viewport(SIZES[size].width, SIZES[size].height)
  const { app, fake, started } = mountApp((agent) => {
    agent.files.set('src/a.js', new Uint8Array([97]))
    agent.settingsNow = { ...agent.settingsNow, theme }
    prepare(agent)
  })
  await started
  await act?.(app, fake)
  if (open) await page.getByRole('button', { name: open }).click()
  if (typed === undefined) {
    await expect.element(page.getByText(shown, { exact: true }).first()).toBeVisible()
    beforeTyping?.()
    return
  }
  beforeTyping?.()
  const isEnglish = chat.message === 'Message'
  const before = document.body.textContent.length
  await page.getByRole('textbox', { name: chat.message }).click()
  await userEvent.keyboard(typed)
  if (isEnglish) await expect.element(page.getByText(shown, { exact: true }).first()).toBeVisible()
  // In another language it says something else, but something.
  else await expect.poll(() => document.body.textContent.length).toBeGreaterThan(before)
}

/** Runs axe on the screen once no animation runs any more: half shown, any text is too pale. */
export async function violations(): Promise<string[]> {
  const ending = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
  await Promise.allSettled(ending.map(({ finished }) => finished))
  const { violations: found } = await axe.run(document.body, {
    rules: {
      // The page of the test has no title, language and landmarks of ours; index.html has.
      region: { enabled: false },
    },
  })
  return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`)
}
