/** A job for the engine: what a model asks for, step by step, what that does to a workspace, and how often. */
import type { Command } from '../../src/sandbox/memory/command.ts'
import { createMemorySandbox } from '../../src/sandbox/memory/memory-sandbox.ts'
import { MemoryBlobStore } from '../../src/sandbox/memory/blob-store.ts'
import type { Sandbox } from '../../src/sandbox/contract/contract.ts'
import type { Conversation } from '../model-server/conversation.ts'
import type { JsonObject } from '../model-server/json.ts'
import type { Brain } from '../model-server/script.ts'
import { text, thinking, toolUse, type Fault, type Split, type Turn } from '../model-server/turn.ts'

export interface Step {
  readonly thinking?: string
  readonly text?: string
  readonly calls: readonly (readonly [name: string, input: JsonObject])[]
}

/** Reads, edits, commands and failures: every way in which calls run, together and alone, and one that changes nothing. */
const STEPS: readonly Step[] = [
  {
    thinking: 'Both files matter, so they are read first.',
    text: 'I look at both files.',
    calls: [
      ['Read', { file_path: '/workspace/a.txt' }],
      ['Read', { file_path: '/workspace/b.txt' }],
      ['Grep', { pattern: 'alpha' }],
    ],
  },
  {
    text: 'Now the change, and a note of it.',
    calls: [
      ['Edit', { file_path: '/workspace/a.txt', old_string: 'alpha', new_string: 'ALPHA' }],
      ['Bash', { command: 'note one' }],
    ],
  },
  {
    calls: [
      ['Bash', { command: 'note two' }],
      ['Bash', { command: 'note three; false' }],
      ['Read', { file_path: '/workspace/none.txt' }],
    ],
  },
  {
    thinking: 'The command has failed as it should.',
    text: 'A file of its own, and the list.',
    calls: [
      ['Write', { file_path: '/workspace/c.txt', content: 'gamma\n' }],
      ['TodoWrite', { todos: [{ content: 'Note', activeForm: 'Noting', status: 'in_progress' }] }],
      ['Bash', { command: 'note four' }],
    ],
  },
]

export const DONE = 'All is done: the change, its notes, and a file.'

export interface Job {
  readonly sandbox: Sandbox
  /** Arguments of `note`, in order: each command that ran leaves its mark. */
  readonly notes: readonly string[]
  /** Texts by name. */
  files(): Promise<Readonly<Record<string, string>>>
}

/** The files that the job begins with. */
export const FILES: Readonly<Record<string, string>> = { 'a.txt': 'alpha\nrest\n', 'b.txt': 'beta\n' }

/** The files that it leaves. */
export const RESULT: Readonly<Record<string, string>> = {
  'a.txt': 'ALPHA\nrest\n',
  'b.txt': 'beta\n',
  'c.txt': 'gamma\n',
}

const ENCODER = new TextEncoder()

/** `commands` are there besides `note`, which takes a moment, in which it can be killed. */
export async function startJob(commands: Readonly<Record<string, Command>> = {}): Promise<Job> {
  const notes: string[] = []
  const note: Command = async ({ args, signal }) => {
    await new Promise((resolve) => setImmediate(resolve))
    if (signal.aborted) return 130
    notes.push(args.join(' '))
    return 0
  }
  const sandbox = createMemorySandbox({
    blobStore: new MemoryBlobStore(),
    commands: { ...commands, note },
    now: () => 0,
  })
  for (const [name, content] of Object.entries(FILES))
    await sandbox.writeFile({ path: `/workspace/${name}`, data: ENCODER.encode(content) })
  return { sandbox, notes, files: () => filesOf(sandbox) }
}

async function filesOf(sandbox: Sandbox): Promise<Record<string, string>> {
  const listed = await sandbox.list('/workspace')
  const files: Record<string, string> = {}
  for (const { name } of listed.ok ? listed.value : []) {
    const content = await sandbox.readFile(`/workspace/${name}`)
    if (content.ok) files[name] = new TextDecoder().decode(content.value)
  }
  return files
}

/** From the request on that brings so many results, one fault for each answer. */
export interface PlannedFaults {
  readonly results: number
  readonly faults: readonly Fault[]
}

export interface BrainOptions {
  readonly steps?: readonly Step[]
  readonly faults?: readonly PlannedFaults[]
  readonly split?: Split
  /** Bytes of each write to the socket. */
  readonly chunkBytes?: number
}

/** Goes on where the conversation is, however often it is asked; says that it is done when all calls have results. */
export function jobBrain({ steps = STEPS, faults = [], split, chunkBytes }: BrainOptions = {}): Brain {
  const planned = faults.map(({ results, faults: list }) => ({ results, left: [...list] }))
  return (conversation) => {
    const due = planned.find(({ results, left }) => left.length > 0 && conversation.results.length >= results)
    const fault = due?.left.shift()
    return {
      ...turnAt(steps, conversation),
      pingEvery: 3,
      ...(split ? { splitText: split, splitJson: split } : {}),
      ...(chunkBytes === undefined ? {} : { wire: { chunkBytes } }),
      ...(fault ? { fault } : {}),
    }
  }
}

function turnAt(steps: readonly Step[], { results }: Conversation): Turn {
  let before = 0
  for (const step of steps) {
    const calls = step.calls.slice(Math.max(0, results.length - before))
    before += step.calls.length
    if (calls.length === 0) continue
    return {
      content: [
        ...(step.thinking === undefined ? [] : [thinking(step.thinking)]),
        ...(step.text === undefined ? [] : [text(step.text)]),
        ...calls.map(([name, input]) => toolUse(name, input)),
      ],
    }
  }
  return { content: [text(DONE)] }
}
