/** Each kind of content after each way of making a conversation shorter: left or gone by design, not by what a summary happens to keep. */
import { expect, it } from 'vitest'
import { collapsePlan } from '../../context/compression/finished-spans.ts'
import type { ScriptedResponse } from '../../model/scripted.ts'
import type { EventBody, EventOf } from '../../protocol/events.ts'
import type { ToolUseBlock } from '../../protocol/messages.ts'
import { said, scene, summary, texts } from './testing/compaction-scene.ts'
import type { Scene } from './testing/compaction-scene.ts'

const TURN = { turnId: 't1' }
let block = 0

function call(id: string, name: string, input: ToolUseBlock['input']): EventBody {
  return {
    type: 'assistant_block',
    ...TURN,
    block: block++,
    content: { type: 'tool_use', id, name, input },
  }
}

function result(
  toolUseId: string,
  tool: string,
  text: string,
  outcome: EventOf<'tool_result'>['outcome'] = 'done',
): EventBody {
  const content = [{ type: 'text' as const, text: `${text} ${'x'.repeat(4_000)}` }]
  return {
    type: 'tool_result',
    ...TURN,
    toolUseId,
    tool,
    outcome,
    content: { type: 'tool_result', tool_use_id: toolUseId, content, is_error: outcome !== 'done' },
    durationMs: 1,
    synthetic: false,
  }
}

const QUESTION = { question: 'Which port?', header: 'Port', options: [], multiSelect: false }

/** A request with calls of all kinds, its answer, another one, and the beginning of a third. */
async function worked(summaries: readonly ScriptedResponse[] = []): Promise<Scene> {
  const all = scene(summaries, {
    carried: {
      instructions: () => Promise.resolve(undefined),
      memory: () => Promise.resolve(undefined),
      todos: () => [{ content: 'a step of the list', activeForm: 'going', status: 'pending' }],
      jobs: () => ['b7'],
    },
  })
  const { session } = all
  const log = (...bodies: readonly EventBody[]) => bodies.forEach((body) => session.append(body))
  log(
    said('words of the user'),
    { type: 'request_started', ...TURN, requestId: 'r1', attempt: 1 },
    { type: 'assistant_block', ...TURN, block: block++, content: { type: 'text', text: 'thought aloud' } },
    call('c1', 'Read', { file_path: '/src/read.ts' }),
    call('c2', 'Bash', { command: 'npm test' }),
    call('c3', 'AskUserQuestion', { questions: [QUESTION] }),
    call('c4', 'Bash', { command: 'git push' }),
    result('c1', 'Read', 'content of a file'),
    result('c2', 'Bash', 'Error: ENOENT\n', 'failed'),
    {
      type: 'question_asked',
      ...TURN,
      toolUseId: 'c3',
      question: { kind: 'choices', questions: [QUESTION] },
    },
    {
      type: 'question_answered',
      ...TURN,
      toolUseId: 'c3',
      answer: { kind: 'choices', answers: [{ selected: [], other: 'answer of the user' }] },
    },
    result('c3', 'AskUserQuestion', 'The user has answered: answer of the user'),
    {
      type: 'permission_decided',
      ...TURN,
      toolUseId: 'c4',
      behavior: 'deny',
      source: 'person',
      reason: 'The user refused it.',
      comment: 'comment of the user',
    },
    result('c4', 'Bash', 'PermissionDenied: this was not run.', 'denied'),
    { type: 'turn_committed', ...TURN, extra: [] },
  )
  await all.run([{ text: 'answer of the agent' }])
  session.append(said('second request'))
  await all.run(
    [{ calls: [{ name: 'Read', input: { file_path: '/src/b.ts' } }] }, { text: 'second answer' }],
    900,
  )
  session.append(said('third request'))
  return all
}

const never = new AbortController().signal

/** The ways, from the mildest on. */
const WAYS: Readonly<Record<'collapse' | 'summary' | 'program', () => Promise<Scene>>> = {
  collapse: async () => {
    const all = await worked()
    const plan = collapsePlan(all.session.conversation)
    all.session.append({ type: 'spans_collapsed', spans: [...(plan?.spans ?? [])], tokens: 0 })
    return all
  },
  summary: async () => {
    const all = await worked([summary])
    await all.byHand()
    return all
  },
  program: async () => {
    const all = await worked([{ error: 'invalid_request' }])
    for await (const event of all.compaction().react('t', never)) all.session.append(event)
    return all
  },
}

/** Kinds of content, by a part of each, with the ways after which it is still sent. */
const LEFT: Readonly<Record<string, readonly (keyof typeof WAYS)[]>> = {
  'words of the user': ['collapse', 'summary', 'program'],
  'answer of the user': ['collapse', 'summary', 'program'],
  'comment of the user': ['collapse', 'summary', 'program'],
  'third request': ['collapse', 'summary', 'program'],
  'answer of the agent': ['collapse', 'program'],
  '/src/read.ts': ['collapse', 'summary', 'program'],
  'npm test': ['collapse', 'summary', 'program'],
  ENOENT: ['summary', 'program'],
  'a step of the list': ['summary', 'program'],
  b7: ['summary', 'program'],
  'thought aloud': [],
  'content of a file': [],
}

it('each kind of content is left where it is meant to be', async () => {
  const sent = new Map<string, string>()
  for (const [way, make] of Object.entries(WAYS))
    sent.set(way, texts((await make()).session.conversation.messages))
  const left = Object.fromEntries(
    Object.keys(LEFT).map((part) => [
      part,
      [...sent].flatMap(([way, text]) => (text.includes(part) ? [way] : [])),
    ]),
  )
  expect(left).toEqual(LEFT)
})

it('the log has all of it, whichever way was taken', async () => {
  for (const make of Object.values(WAYS)) {
    const log = JSON.stringify((await make()).session.log)
    expect(Object.keys(LEFT).filter((part) => !/^(?:a step|b7)/.test(part) && !log.includes(part))).toEqual(
      [],
    )
  }
})
