/** The screen on a fake agent, for looking at it while developing: /src/app/testing/demo.html?scene=story */
import { mount } from 'svelte'
import type { EventBody } from '../../agent/protocol/events.ts'
import App from '../screen/App.svelte'
import { AppModel } from '../app-model.svelte.ts'
import { createFakeAgent } from './fake-agent/create-fake-agent.ts'
import type { FakeAgent } from './fake-agent/fake-agent.ts'
import { putNotes } from './notes.ts'
import { pastTurns } from './past-turns.ts'
import * as story from './story.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

function addFiles(fake: FakeAgent): void {
  const names = [
    'README.md',
    'package.json',
    'src/index.js',
    'src/format.js',
    'test/add-days.test.js',
    '.gitignore',
  ]
  for (const name of names) fake.files.set(name, bytes(`// ${name}\nexport {}\n`))
  for (const [path, data] of fake.files) fake.originals.set(path, data)
  fake.files.set('src/add-days.js', bytes(story.FIXED_FILE))
  fake.originals.set('src/add-days.js', bytes(story.BROKEN_FILE))
  fake.files.set('docs/dates.md', bytes('# Dates\n'))
}

function asking(): EventBody[] {
  return [
    ...story.wholeStory(),
    story.user('Also bump the version and publish it', 'm2'),
    story.runStarted(),
    story.request('t6'),
    ...story.started({ ...story.EDIT, turnId: 't6', id: 'c6' }).slice(0, 1),
    {
      type: 'permission_requested',
      turnId: 't6',
      toolUseId: 'c6',
      tool: 'Edit',
      title: 'src/add-days.js',
      reason: 'Auto-allow is off, and no rule covers Edit.',
      suggestedRule: 'Edit(src/**)',
      destructive: false,
    },
  ]
}

function working(): EventBody[] {
  const run = {
    turnId: 't6',
    id: 'c6',
    tool: 'Bash',
    input: { command: 'npm run build' },
    title: 'npm run build',
  }
  return [
    ...story.wholeStory().slice(0, -1),
    story.user('Build it', 'm2'),
    story.request('t6'),
    ...story.started(run),
    {
      type: 'tool_output',
      turnId: 't6',
      toolUseId: 'c6',
      stream: 'stdout',
      text: 'compiling 214 modules\nbundling\n',
    },
    {
      type: 'tool_output',
      turnId: 't6',
      toolUseId: 'c6',
      stream: 'stderr',
      text: 'warning: unused export in src/format.js\n',
    },
    story.finished(story.PROOF, {
      display: {
        kind: 'todos',
        todos: [
          { content: 'Find the bug', activeForm: 'Finding the bug', status: 'completed' },
          { content: 'Build the package', activeForm: 'Building the package', status: 'in_progress' },
          { content: 'Write the changelog', activeForm: 'Writing the changelog', status: 'pending' },
        ],
      },
    }),
  ]
}

function failing(): EventBody[] {
  return [
    story.user('Hello', 'm1'),
    story.runStarted(),
    {
      type: 'error',
      kind: 'authentication',
      message: 'The model server refused the API key (401).',
      hint: 'Check the key in Settings; it may be revoked, or belong to another base URL.',
    },
    story.runEnded('model_error'),
  ]
}

const SCENES: Readonly<Record<string, (fake: FakeAgent) => void>> = {
  empty: () => undefined,
  story: (fake) => {
    addFiles(fake)
    fake.emit(...story.wholeStory())
  },
  asking: (fake) => {
    addFiles(fake)
    fake.emit(...asking())
  },
  working: (fake) => {
    addFiles(fake)
    fake.emit(...working())
  },
  error: (fake) => fake.emit(...failing()),
  memory: (fake) => {
    putNotes(fake)
    fake.memory.turns = pastTurns()
    fake.emit(...story.wholeStory())
  },
  held: (fake) => {
    putNotes(fake)
    fake.emit(...story.heldStory())
  },
  follower: (fake) => {
    fake.role = 'follower'
    addFiles(fake)
    fake.emit(...story.wholeStory())
  },
}

const fake = createFakeAgent(Date.now() - 15_000)
SCENES[new URLSearchParams(location.search).get('scene') ?? 'empty']?.(fake)
const app = new AppModel(fake.agent, location.origin)
mount(App, { target: document.getElementById('app') ?? document.body, props: { app } })
await app.start(fake)
fake.notice({ type: 'sandbox', state: { status: 'ready', backend: 'embedded' } })
Object.assign(globalThis, { fake, app })
