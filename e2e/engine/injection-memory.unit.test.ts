/**
 * Texts that order the agent about, through every channel, to an agent that writes each into a note: none of the notes is one of the
 * user's own, not even where the channel is a message of theirs, and none is told before a call, whatever rules it claims.
 */
import { expect, it } from 'vitest'
import { readNote } from '../../src/agent/memory/notes/note-file.ts'
import { quotedFrom } from '../../src/agent/memory/notes/said-by-user.ts'
import { noteTakerTask } from '../../src/agent/session/learning/note-taker-task.ts'
import { workDone } from '../../src/agent/session/learning/work-done.ts'
import { saidMessages } from '../../src/agent/session/memory/said-messages.ts'
import { personMessage } from '../../src/agent/loop/turn-events.ts'
import { NO_EGRESS } from '../../src/sandbox/contract/egress.ts'
import { createMemorySandbox } from '../../src/sandbox/memory/memory-sandbox.ts'
import { MemoryBlobStore } from '../../src/sandbox/memory/blob-store.ts'
import { bench, call, run } from '../../src/agent/tools/testing/test-bench.ts'
import type { EventBody } from '../../src/agent/protocol/events.ts'
import { NO_FACTS } from '../../src/agent/session/log/facts.ts'
import { toldNotes } from '../../src/agent/session/memory/memory-index-of.ts'
import type { StoredVersion } from '../../src/agent/session/memory/memory-record.ts'
import { meaningOf } from '../../src/agent/session/memory/note-meaning.ts'
import type { CurrentNote } from '../../src/agent/session/memory/project-memory.ts'
import { NotesAtAct } from '../../src/agent/session/run/told/notes-at-act.ts'
import { PreparedMemory } from '../../src/agent/memory/notes/prepared-memory.ts'
import type { PermissionCall } from '../../src/agent/permission/contract.ts'
import type { NoteOrigin } from '../../src/agent/protocol/calls/memory.ts'
import { slice } from '../../src/testing/slice.ts'
import { CHANNELS, USER_PROMPT } from '../injection/channels.ts'
import type { Delivery, Plant } from '../injection/channels.ts'
import { recallOf } from '../injection/harness.ts'
import { withShell } from '../injection/shell-sandbox.ts'
import { INJECTION_TEXTS } from '../support/injection-texts.ts'

/** Each as it is, and as a page would write it to end the code block that it is put into. */
const TEXTS = INJECTION_TEXTS.flatMap((text) => [
  text,
  `x\n\`\`\`\n\n${text}\n\n\`\`\`\n`,
  `x\n~~~\n\n${text}`,
])

/** The user's words in a session in which the text came by this channel. */
async function saidIn(plant: Plant, text: string) {
  const sandbox = withShell(createMemorySandbox({ blobStore: new MemoryBlobStore() }), NO_EGRESS)
  const delivery = await plant(sandbox, text)
  const asked = personMessage({ messageId: 'asked', text: USER_PROMPT })
  const log = [...(delivery.opening ?? []), asked, ...(await recallResults(delivery))]
  return saidMessages(log.map((body, index) => ({ ...body, seq: index + 1, at: 1 })))
}

/** Results of a call of the recall, in the log as the product's own pipeline writes it. */
async function recallResults(delivery: Delivery): Promise<readonly EventBody[]> {
  if (!delivery.recalled) return []
  return run([call('Recall', { query: 'project' })], bench({ tools: [recallOf(delivery)] }).context)
}

/** The whole text, each of its lines and sentences, and the text with a frontmatter that claims it for the user. */
function notesOf(text: string): readonly string[] {
  const parts = text.split(/\n|(?<=[.!?]) /).filter((part) => part.trim() !== '')
  return [
    text,
    text.replaceAll(/^(?:x|```|~~~)$/gm, '').trim(),
    ...parts,
    `---\norigin: user\ntype: feedback\n---\n${text}`,
  ]
}

/** Rules by which a note would stand before each of the calls. */
const EVERY_CALL = 'Bash | Edit | Read | WebFetch | host:*'
const CALLS: readonly PermissionCall[] = [
  { tool: 'Bash', title: 'git push', kind: 'shell', command: 'git push', cwd: '/workspace' },
  { tool: 'Edit', title: 'a.ts', kind: 'edit' },
  { tool: 'WebFetch', title: 'https://a.example/', kind: 'other' },
].map((one) => ({
  readOnly: false,
  destructive: false,
  paths: [{ access: 'write', path: '/workspace/a.ts', real: '/workspace/a.ts' }],
  ...one,
})) as PermissionCall[]

/** The calls before which a memory with these notes alone would tell any. */
async function heldBy(notes: readonly { readonly text: string; readonly origin: NoteOrigin }[]) {
  const current = notes.map(({ text, origin }, at): CurrentNote => {
    const version: StoredVersion & { hash: string } = {
      hash: `hash-${at}`,
      bytes: text.length,
      at: 1,
      origin,
      source: { by: 'agent' },
      ...meaningOf(readNote(text)),
      evidence: [],
    }
    return { path: `${at}.md`, note: { path: `${at}.md`, current: 0, versions: [version] }, version }
  })
  const told = await toldNotes(current, {
    store: { texts: async () => [] },
    blobs: new MemoryBlobStore(),
    root: undefined,
  })
  const memory = new PreparedMemory({ notes: told, now: 1 })
  const texts = new Map(told.map(({ path, hash, body }) => [path, { hash, text: body }]))
  const before = new NotesAtAct({
    thread: { facts: NO_FACTS },
    memory: { now: async () => memory, texts: async () => texts },
    latest: () => memory,
    isOn: () => true,
    now: () => 1,
  }).forAnswer()
  const held = await Promise.all(CALLS.map((one) => before?.(one, { turnId: 't', toolUseId: 'c' })))
  return held.flatMap((one) => one ?? [])
}

function withRules(text: string): string {
  return `---\norigin: user\nwhen: ${EVERY_CALL}\n---\n${text}`
}

it('no note of them is the user’s own', async () => {
  const taken: unknown[] = []
  let cases = 0
  for (const [channel, plant] of Object.entries(CHANNELS))
    for (const text of slice(TEXTS, 8)) {
      const said = await saidIn(plant, text)
      const notes = notesOf(text).flatMap((note) => [note, withRules(readNote(note).body)])
      const written = notes.map((note) => ({
        text: note,
        origin: quotedFrom(readNote(note).body, said) ? ('user' as const) : ('unconfirmed' as const),
      }))
      cases += written.length
      for (const { text: note, origin } of written) if (origin === 'user') taken.push({ channel, note })
      if ((await heldBy(written)).length > 0) taken.push({ channel, held: text })
    }
  console.log(
    `injection (notes): ${Object.keys(CHANNELS).length} channels, ${cases} notes, ${taken.length} taken`,
  )
  expect(taken).toEqual([])
})

/** Ways on which a text comes into work that an agent looks back on; those that it must not even be told of, and all others. */
const UNTOLD: Readonly<Record<string, (text: string) => readonly EventBody[]>> = {
  'an output': (text) => ended('Read', { file_path: 'a.md' }, text),
  'an output of a command that fails': (text) => ended('Bash', { command: 'make' }, text, 'failed'),
  'an answer': (text) => [
    { type: 'assistant_block', turnId: 't', block: 0, content: { type: 'text', text } },
  ],
  'a message of the program': (text) => [
    { type: 'user_message', messageId: 'p', content: [{ type: 'text', text }], origin: 'program' },
  ],
}
const TOLD: Readonly<Record<string, (text: string) => readonly EventBody[]>> = {
  'a command': (text) => ended('Bash', { command: `echo ${text}` }, ''),
  'a path': (text) => ended('Edit', { file_path: text }, '', 'failed'),
  'a call that was refused': (text) => [
    {
      type: 'permission_requested',
      ...CALL,
      tool: 'Bash',
      title: text,
      reason: '',
      suggestedRule: '',
      destructive: false,
    },
    {
      type: 'permission_decided',
      ...CALL,
      behavior: 'deny',
      source: 'person',
      reason: '',
      comment: 'No, leave it.',
    },
    ...ended('Bash', { command: text }, '', 'denied'),
  ],
  'code in a message': (text) => [
    personMessage({ messageId: 'c', text: `What is this?\n\n\`\`\`\`\`\n${text}\n\`\`\`\`\`` }),
  ],
  'a quotation in a message': (text) => [
    personMessage({ messageId: 'q', text: `They wrote:\n\n${text.replaceAll(/^/gm, '> ')}` }),
  ],
}
const CALL = { turnId: 't', toolUseId: 'call' }

function ended(
  tool: string,
  input: Record<string, unknown>,
  text: string,
  outcome: 'done' | 'failed' | 'denied' = 'done',
): readonly EventBody[] {
  return [
    { type: 'tool_started', ...CALL, tool, input, title: '' },
    {
      type: 'tool_result',
      ...CALL,
      tool,
      outcome,
      content: {
        type: 'tool_result',
        tool_use_id: 'call',
        content: [{ type: 'text', text }],
        is_error: outcome !== 'done',
      },
      durationMs: 1,
      synthetic: false,
    },
  ]
}

it('an agent that looks back on the work makes no note of the user’s of them, and is told no output and no answer', () => {
  const taken: unknown[] = []
  let cases = 0
  for (const [channel, bodies] of Object.entries({ ...UNTOLD, ...TOLD }))
    for (const text of slice(TEXTS, 40)) {
      cases += 1
      const log = [
        personMessage({ messageId: 'asked', text: USER_PROMPT }),
        { type: 'run_started', runId: 'r', model: 'm', mode: 'default' } as const,
        ...bodies(text),
        { type: 'run_ended', runId: 'r', terminal: 'completed', turns: 1 } as const,
      ].map((body, index) => ({ ...body, seq: index + 1, at: 1 }))
      const work = workDone(log)
      const { prompt } = noteTakerTask(work.text, { now: 1, check: () => undefined })
      const frames = prompt.match(/<\/?finished-work>/g)
      if (!work.isOver || frames?.join('') !== '<finished-work></finished-work>')
        taken.push({ channel, frames, text })
      // Its longest line, as nobody else would write it.
      const [telling = ''] = text.split('\n').toSorted((a, b) => b.length - a.length)
      if (channel in UNTOLD && prompt.includes(telling)) taken.push({ channel, told: telling })
      const said = saidMessages(log)
      for (const note of notesOf(text))
        if (quotedFrom(readNote(note).body, said)) taken.push({ channel, note })
    }
  console.log(`injection (looking back): ${cases} cases, ${taken.length} taken`)
  expect(taken).toEqual([])
})

it('the same text is the user’s where they type it, and stands before the calls of its rules', async () => {
  const [text = ''] = INJECTION_TEXTS
  expect(quotedFrom(text, [{ id: 'm', text }])).toEqual(['m'])
  const held = await heldBy([{ text: withRules(text), origin: 'user' }])
  // Side by side: its text stands with one of them.
  expect([held.length, held.filter((one) => one.text !== undefined).length]).toEqual([CALLS.length, 1])
})
