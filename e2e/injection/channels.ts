/** Every way on which text of others reaches the model, each through the product's own code for it. */
import { strToU8, zipSync } from 'fflate'
import { z } from 'zod'
import { workState } from '../../src/agent/context/compression/carried-over.ts'
import { failuresText } from '../../src/agent/context/compression/failures.ts'
import { PageErrors } from '../../src/agent/session/workspace/page-errors.ts'
import { ModelConversation } from '../../src/agent/session/log/model-conversation.ts'
import { NO_FACTS } from '../../src/agent/session/log/facts.ts'
import { rejectionEvents, tellModel } from '../../src/agent/session/run/run-opening.ts'
import { instructionOptions } from '../../src/agent/session/run/told/instruction-options.ts'
import { ToldInstructions } from '../../src/agent/session/run/told/told-instructions.ts'
import { RecalledNotes } from '../../src/agent/session/run/told/recalled-notes.ts'
import { turnOf } from '../../src/agent/session/memory/recall/log-turns.ts'
import { NoteShelves } from '../../src/agent/memory/recall/note-shelves.ts'
import { PreparedMemory } from '../../src/agent/memory/notes/prepared-memory.ts'
import { memoryText } from '../../src/agent/memory/notes/told-memory.ts'
import { personMessage } from '../../src/agent/loop/turn-events.ts'
import type { ScriptedCall } from '../../src/agent/model/scripted.ts'
import { eventBody, type EventBody } from '../../src/agent/protocol/events.ts'
import type { Recalled, RecalledTurn } from '../../src/agent/protocol/calls/memory.ts'
import { DEFAULT_SETTINGS } from '../../src/agent/protocol/settings.ts'
import type { BrowserAnswer } from '../../src/agent/protocol/browser.ts'
import type { Sandbox } from '../../src/sandbox/contract/contract.ts'
import { ok } from '../../src/sandbox/contract/errors.ts'
import { elementText } from '../../src/app/workspace/browser/element-text.ts'
import { PreviewConsole } from '../../src/app/workspace/preview-console.svelte.ts'
import { commentsMessage } from '../../src/app/workspace/review/comments.ts'

/** The beginning of a session. */
export interface Delivery {
  /** The log before the run; the user's message unless `opening` has one. */
  readonly opening?: readonly EventBody[]
  /** Calls that the user asks for; their results bring the text. */
  readonly looks?: readonly ScriptedCall[]
  /** The workspace's name. */
  readonly workspace?: string
  /** The page in the preview. */
  readonly page?: BrowserAnswer
  /** The text of the page at `https://docs.example/`. */
  readonly web?: string
  /** Texts that the recall finds. */
  readonly recalled?: Recalled
}

export type Plant = (sandbox: Sandbox, text: string) => Promise<Delivery>

export const USER_PROMPT = 'Have a look at this project.'

export const CHANNELS: Readonly<Record<string, Plant>> = {
  file: async (sandbox, text) => {
    await write(sandbox, 'README.md', text)
    return { looks: [{ name: 'Read', input: { file_path: '/workspace/README.md' } }] }
  },
  notebook: async (sandbox, text) => {
    const cell = { cell_type: 'markdown', metadata: {}, source: [text] }
    await write(
      sandbox,
      'a.ipynb',
      JSON.stringify({ cells: [cell], metadata: {}, nbformat: 4, nbformat_minor: 5 }),
    )
    return { looks: [{ name: 'Read', input: { file_path: '/workspace/a.ipynb' } }] }
  },
  'search result': async (sandbox, text) => {
    await write(sandbox, 'README.md', text)
    const input = { pattern: '.', output_mode: 'content', path: '/workspace/README.md' }
    return { looks: [{ name: 'Grep', input }] }
  },
  'command output': async (sandbox, text) => {
    await write(sandbox, 'README.md', text)
    return { looks: [{ name: 'Bash', input: { command: 'cat README.md' } }] }
  },
  'git log': async (sandbox, text) => {
    await write(sandbox, 'message', text)
    await shell(
      sandbox,
      'git init -q && git config user.name A && git config user.email a@b.c && git add message && git commit -q -F message && rm message',
    )
    return { looks: [{ name: 'Bash', input: { command: 'git log' } }] }
  },
  'file name': async (sandbox, text) => {
    await write(sandbox, `notes/${asName(text)}.md`, 'x')
    return {
      looks: [
        { name: 'LS', input: { path: '/workspace/notes' } },
        { name: 'Glob', input: { pattern: 'notes/*' } },
      ],
    }
  },
  "the zip's name": async (sandbox, text) => {
    const data = zipSync({ [`${asName(text)}/src/a.ts`]: strToU8('export {}') })
    const imported = await sandbox.importArchive({ id: 'import', data })
    if (!imported.ok) throw new Error(imported.error.message)
    return { workspace: imported.value.name ?? '' }
  },
  'fetched page': async (_, text) => ({
    looks: [{ name: 'WebFetch', input: { url: 'https://docs.example/page' } }],
    web: text,
  }),
  'page in the preview': async (_, text) => ({
    looks: [{ name: 'Browser', input: { action: 'snapshot' } }],
    page: { ok: true, text, page: { address: `localhost:3000/${text}`, title: text } },
  }),
  'error of a page, told by itself': async (_, text) => {
    const errors = new PageErrors()
    errors.set('localhost:3000/', [text])
    return { opening: tellModel(errors.news(), newIds('page')) }
  },
  'console of the preview, sent by the user': async (_, text) => {
    const page = new PreviewConsole()
    page.add([{ level: 'error', text, at: '/a.js:1:1' }], 0)
    page.mark()
    return { opening: [said(page.question('localhost:3000/'))] }
  },
  'element of the preview, sent by the user': async (_, text) => {
    const element = { selector: '#a', role: 'button', name: text, markup: text, styles: [] }
    return { opening: [said(elementText(element, 'localhost:3000/'))] }
  },
  'lines of a review, sent by the user': async (_, text) => {
    const comment = { id: '1', path: asName(text), side: 'new', line: 1, last: 1, text: 'Why?' } as const
    return { opening: [said(commentsMessage([{ ...comment, quote: text.split('\n') }]))] }
  },
  'rejected change': async (_, text) => ({
    opening: rejectionEvents(
      { facts: { ...NO_FACTS, rejected: [{ root: 'r', files: [{ path: asName(text), what: text }] }] } },
      newIds('rejected'),
    ),
  }),
  'instruction file': async (sandbox, text) => {
    await write(sandbox, 'CLAUDE.md', text)
    const source = {
      places: () => Promise.resolve(ok(['CLAUDE.md'])),
      matching: () => Promise.resolve(ok([])),
      inForce: () => Promise.resolve(ok([{ path: 'CLAUDE.md', data: strToU8(text) }])),
      revision: '',
    }
    const thread = { facts: NO_FACTS }
    return {
      opening: await new ToldInstructions({
        thread,
        source,
        options: () => instructionOptions(NO_FACTS, DEFAULT_SETTINGS, { window: 200_000, ruleSets: [] }),
        newId: newIds('instructions'),
      }).changes(),
    }
  },
  'note of the memory': async (_, text) => {
    const note = { path: 'a.md', hash: 'h', body: text, title: text, description: text, updatedAt: 0 }
    const notes = [{ ...note, origin: 'unconfirmed' as const, stale: [text] }]
    return { opening: tellModel([memoryText({ notes, now: 0 }, { mayWrite: true })], newIds('memory')) }
  },
  'note that belongs to a message': async (_, text) => ({ opening: await toldNote(text) }),
  'result of an earlier session, recalled': async (_, text) => {
    const content = { type: 'tool_result', tool_use_id: 'c', content: [{ type: 'text', text }] }
    return recalledTurn({ type: 'tool_result', tool: 'Bash', content })
  },
  'answer of an earlier session, recalled': async (_, text) =>
    recalledTurn({ type: 'assistant_block', content: { type: 'text', text } }),
  'title of an earlier session, recalled': async (_, text) =>
    recalledTurn({ type: 'assistant_block', content: { type: 'text', text: 'Done.' } }, text),
  'tool of an earlier session, recalled': async (_, text) =>
    recalledTurn({ type: 'tool_result', tool: text, content: [{ type: 'text', text: 'Done.' }] }),
  'note of the memory, recalled': async (_, text) => {
    const note = { kind: 'note', id: text, path: `${asName(text)}.md`, origin: 'unconfirmed', text } as const
    return { ...RECALL, recalled: { found: [{ ...note, score: 1, focus: 0, at: 1 }], cut: true } }
  },
  'summary of a conversation': async (_, text) => ({
    opening: [said('Begin.'), compacted({ summary: text, earlier: [text] })],
  }),
  'facts beside a summary': async (_, text) => {
    const failures = failuresText([
      { call: `Bash ${text}`, count: 1, errors: [{ text, count: 1 }], passedLater: false },
    ])
    const todos = [{ content: text, status: 'pending' }]
    const state = workState({ todos, files: [text], jobs: [], failures, openQuestions: [text], git: text })
    return {
      opening: [
        said('Begin.'),
        compacted({ summary: 'It goes on.', notes: state === undefined ? [] : [state] }),
      ],
    }
  },
  'notes of a session': async (_, text) => ({
    opening: [said('Begin.'), compacted({ summary: text, by: 'notes', requestId: 'q' })],
  }),
  recording: async (_, text) => ({ opening: recordedLog(text) }),
}

/** The first message is summarised. */
function compacted(parts: Partial<Extract<EventBody, { type: 'conversation_compacted' }>>): EventBody {
  const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 }
  return eventBody.parse({
    type: 'conversation_compacted',
    trigger: 'auto',
    notes: [],
    messages: 1,
    tokensBefore: 2,
    tokensAfter: 1,
    model: 'm',
    usage,
    costUsd: null,
    ...parts,
  })
}

/** Both what was said in it and what it claims to have been allowed. */
export function recordedLog(text: string): readonly EventBody[] {
  return z.array(eventBody).parse([
    { type: 'session_created', logVersion: 1, appVersion: '1' },
    { type: 'workspace_imported', name: 'x', files: 0, bytes: 0, root: 'f'.repeat(64) },
    { type: 'mode_changed', mode: 'auto' },
    { type: 'user_message', messageId: 'm', origin: 'human', content: [{ type: 'text', text }] },
    {
      type: 'permission_decided',
      turnId: 't',
      toolUseId: 'c',
      behavior: 'allow',
      source: 'person',
      reason: text,
    },
    { type: 'recording_opened', title: text, hash: 'h', from: 'file', appVersion: '1', calls: 0 },
  ])
}

const RECALL: Delivery = { looks: [{ name: 'Recall', input: { query: 'project' } }] }

/** An event as the log of an earlier session has it. */
function recalledTurn(event: Readonly<Record<string, unknown>>, title = 'Earlier'): Delivery {
  const turn = turnOf({ ...event, seq: 1, at: 1 })
  if (!turn || turn.role === 'title') throw new Error('It is no turn.')
  const { role, tool, text } = turn
  const found: RecalledTurn = {
    ...{ kind: 'turn', id: 'earlier:1', score: 1, focus: 0, at: 1, seq: 1, role, text },
    session: { id: 'earlier', title },
    ...(tool === undefined ? {} : { tool }),
  }
  return { ...RECALL, recalled: { found: [found], cut: false } }
}

/** An unconfirmed note that has the words of the user's message. */
async function toldNote(text: string): Promise<readonly EventBody[]> {
  const about = { title: text, description: USER_PROMPT, updatedAt: 0, stale: [text] }
  const note = { path: 'a.md', hash: 'h', origin: 'unconfirmed', body: text, ...about } as const
  const file = `---\ndescription: ${USER_PROMPT}\n---\n${text}`
  const notes = new RecalledNotes({
    thread: {
      facts: { ...NO_FACTS, memory: new Map([['a.md', 'told before']]) },
      conversation: new ModelConversation(),
    },
    memory: {
      now: () => Promise.resolve(new PreparedMemory({ notes: [note], now: 0 })),
      texts: () => Promise.resolve(new Map([['a.md', { hash: 'h', text: file }]])),
      shelves: new NoteShelves(),
    },
    isOn: () => true,
    picker: undefined,
    overBudget: () => undefined,
    newId: newIds('recalled'),
    now: () => 0,
  })
  notes.note(said(USER_PROMPT))
  const told: EventBody[] = []
  for await (const event of notes.beforeRequest(new AbortController().signal)) told.push(event)
  return told
}

async function write(sandbox: Sandbox, path: string, content: string): Promise<void> {
  const data = new TextEncoder().encode(content)
  const written = await sandbox.writeFile({ path: `/workspace/${path}`, data })
  if (!written.ok) throw new Error(written.error.message)
}

async function shell(sandbox: Sandbox, command: string): Promise<void> {
  const done = await sandbox.exec({ id: 'plant', command })
  if (!done.ok) throw new Error(done.error.message)
  const { exitCode, stderr } = done.value
  if (exitCode !== 0) throw new Error(new TextDecoder().decode(stderr))
}

/** As much of a text as a name may have. */
function asName(text: string): string {
  return text
    .replaceAll(/[/\0\n]/g, ' ')
    .slice(0, 100)
    .trim()
}

function said(text: string): EventBody {
  return personMessage({ messageId: 'sent', text })
}

function newIds(prefix: string): () => string {
  let id = 0
  return () => `${prefix}-${++id}`
}
