/** The parts of a demo, and the words that the scripts of all demos use. */
import { FIXTURES } from '../fixtures/definitions.ts'
import type { Fixture } from '../fixtures/definitions.ts'
import { prepareFixture } from '../fixtures/prepare.ts'
import type { ModelServer } from '../model-server/contract.ts'
import { toolUse } from '../model-server/turn.ts'
import type { ReplyBlock, Turn } from '../model-server/turn.ts'
import type { Workbench } from '../support/workbench.ts'

export interface DemoScript {
  /** As in `src/app/demos/demos.ts`. */
  readonly id: string
  /** The archive to import; without one the workspace is empty. */
  readonly repository?: () => Promise<string>
  /** From there to the end of the last run. */
  readonly play: (workbench: Workbench, model: ModelServer) => Promise<void>
}

/** A person reads along: parts of an answer come as fast as a quick model's. */
export function paced(...turns: readonly (readonly ReplyBlock[])[]): Turn[] {
  return turns.map((content) => ({ content, splitText: { size: 12 }, pace: { eventMs: 25 } }))
}

export function bash(command: string, description: string): ReplyBlock {
  return toolUse('Bash', { command, description })
}

export function read(path: string, range: { offset?: number; limit?: number } = {}): ReplyBlock {
  return toolUse('Read', { file_path: `/workspace/${path}`, ...range })
}

export function grep(pattern: string, glob: string): ReplyBlock {
  return toolUse('Grep', { pattern, glob, path: '/workspace', output_mode: 'content', '-n': true })
}

export function edit(path: string, before: string, after: string): ReplyBlock {
  return toolUse('Edit', { file_path: `/workspace/${path}`, old_string: before, new_string: after })
}

export function write(path: string, lines: readonly string[]): ReplyBlock {
  return toolUse('Write', { file_path: `/workspace/${path}`, content: `${lines.join('\n')}\n` })
}

export function todos(items: readonly string[], done: number): ReplyBlock {
  const status = (index: number) => (index < done ? 'completed' : index === done ? 'in_progress' : 'pending')
  return toolUse('TodoWrite', {
    todos: items.map((content, index) => ({ content, activeForm: content, status: status(index) })),
  })
}

/** The published package, with the bug planted that the end-to-end tests know. */
export async function withBug(name: string): Promise<string> {
  return (await prepareFixture(fixtureOf(name))).zip
}

/** The published package as it is. A `.git` has times in it, which a replay would have to meet. */
export async function asPublished(name: string): Promise<string> {
  const { git: _, ...fixture } = fixtureOf(name)
  const { file, find } = fixture.bug
  return (await prepareFixture({ ...fixture, bug: { file, find, replace: find } })).zip
}

function fixtureOf(name: string): Fixture {
  const fixture = FIXTURES.find((known) => known.name === name)
  if (!fixture) throw new Error(`There is no fixture ${name}.`)
  return fixture
}
