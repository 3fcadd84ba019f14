/** A file that is read again: wherever a result says that the content is further up in the conversation, it is there. */
import { expect, it } from 'vitest'
import { apiComplaints, runInTest } from '../../loop/test-support.ts'
import { createScriptedModel } from '../../model/scripted.ts'
import type { ScriptedResponse } from '../../model/scripted.ts'
import { CallSchedule } from '../../tools/pipeline/schedule.ts'
import { workspace } from '../../tools/testing/workspace.ts'
import { counting, LoggedSession } from '../testing/logged-session.ts'
import { Compaction } from './compaction.ts'

/** Compacted from 17,000 tokens on. */
const WINDOW = 20_000
const SUMMARY = `<summary>${'What was done so far. '.repeat(20)}</summary>`
const LAST_LINE = 'the last of its lines'
const CLAIM = 'further up in this conversation'

const textOf = (lines: number) => `${'a line of a text\n'.repeat(lines)}${LAST_LINE}\n`
/** Some 1,900 tokens each. */
const OTHERS = Array.from({ length: 9 }, (_, index) => `f${index}.txt`)
const FILES = {
  // Some 2,500 tokens as Read shows it, and 6,000.
  'a.txt': textOf(400),
  'long.txt': textOf(1_000),
  'a.png': new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1]),
  ...Object.fromEntries(OTHERS.map((name) => [name, 'another line\n'.repeat(430)])),
}

const read = (file_path: string): ScriptedResponse => ({ calls: [{ name: 'Read', input: { file_path } }] })

/** The real loop, tools and layers over a log in memory. */
async function scene() {
  const session = new LoggedSession()
  const { context } = await workspace(FILES)
  const script: ScriptedResponse[] = []
  const model = createScriptedModel(script)
  let ids = 0
  const newId = () => `i${++ids}`
  const say = (text: string) =>
    session.append({
      type: 'user_message',
      messageId: newId(),
      origin: 'human',
      content: [{ type: 'text', text }],
    })
  const parts = new Compaction({
    session,
    client: createScriptedModel([{ text: SUMMARY }]),
    request: (messages) => ({ model: 'm', system: [], tools: [], messages, thinkingTokens: 0 }),
    window: () => WINDOW,
    maxOutput: () => 8_000,
    cites: false,
    automatic: () => true,
    overBudget: () => Promise.resolve(undefined),
    carried: {
      instructions: () => Promise.resolve(undefined),
      memory: () => Promise.resolve(undefined),
      todos: () => [],
      jobs: () => [],
    },
    forget: () => undefined,
    now: () => session.clock,
    costOf: () => null,
    newId,
    sleep: () => Promise.resolve(),
  })
  const run = async (...responses: readonly ScriptedResponse[]) => {
    say('Go on')
    script.push(...responses)
    if (!isEnded(responses.at(-1))) script.push({ text: 'Done' })
    const done = await runInTest({
      responses: [],
      conversation: {
        get messages() {
          return session.conversation.messages
        },
        apply: (event) => session.append(event),
      },
      deps: {
        model: counting(model),
        newId,
        runCalls: (calls) =>
          new CallSchedule(
            { ...context, ...calls, isShown: (toolUseId) => session.conversation.shows(toolUseId) },
            calls.interrupt,
          ),
        hooks: {
          makeRoom: (turnId, signal) => parts.makeRoom(turnId, signal),
          drain: (kind) => parts.drain(kind),
        },
      },
    })
    expect([done.end.terminal, apiComplaints(done.messages)]).toEqual(['completed', []])
    return done
  }
  const byHand = async () => {
    for await (const event of parts.byHand(newId(), { keep: '' }, new AbortController().signal))
      session.append(event)
  }
  return { session, run, byHand }
}

/** An answer without calls ends a run. */
const isEnded = (response: ScriptedResponse | undefined) =>
  response !== undefined && 'text' in response && !('calls' in response)

type Scene = Awaited<ReturnType<typeof scene>>

/** The newest result. */
function lastResult({ session: { log } }: Scene): string {
  const event = log.findLast(({ type }) => type === 'tool_result')
  if (event?.type !== 'tool_result') throw new Error('no result')
  return JSON.stringify(event.content.content)
}

const conversation = ({ session }: Scene) => JSON.stringify(session.conversation.messages)
const cleared = ({ session: { log } }: Scene) =>
  log.flatMap((event) => (event.type === 'results_cleared' ? [event.why] : []))

it('is answered by where it is, which is not taken for the content told anew', async () => {
  const made = await scene()
  await made.run(read('long.txt'), read('long.txt'))
  expect(lastResult(made)).toContain(CLAIM)
  // There would be room without the content.
  await made.run({ text: 'A long answer', outputTokens: 11_700 })
  await made.run()
  expect(cleared(made)).not.toContain('superseded')
})

it('stays as long as one of the newest results says where it is', async () => {
  const made = await scene()
  await made.run(read('a.txt'), ...OTHERS.slice(0, 4).map(read), read('a.txt'))
  expect(lastResult(made)).toContain(CLAIM)
  await made.run(...OTHERS.slice(4).map(read))
  expect(cleared(made)).toContain('old')
  expect(conversation(made)).toContain(LAST_LINE)
})

it('is shown again once its content was left out', async () => {
  const made = await scene()
  await made.run(read('a.txt'), ...OTHERS.map(read))
  expect(cleared(made)).toContain('old')
  expect(conversation(made)).not.toContain(LAST_LINE)
  await made.run(read('a.txt'))
  expect(lastResult(made)).toContain(LAST_LINE)
  await made.run(read('a.txt'))
  expect(lastResult(made)).toContain(CLAIM)
})

it('is shown again once a summary stands for it', async () => {
  const made = await scene()
  await made.run(read('a.txt'))
  await made.byHand()
  expect(conversation(made)).not.toContain(LAST_LINE)
  await made.run(read('a.txt'))
  expect(lastResult(made)).toContain(LAST_LINE)
})

it('is shown again when another tab has made the conversation shorter', async () => {
  const made = await scene()
  await made.run(read('a.txt'))
  const ids = made.session.log.flatMap((event) => (event.type === 'tool_result' ? [event.toolUseId] : []))
  made.session.append({ type: 'results_cleared', toolUseIds: ids, why: 'old', tokens: 2_600 })
  await made.run(read('a.txt'))
  expect(lastResult(made)).toContain(LAST_LINE)
})

it('is shown again as a picture, which a service may have refused or a request may have no room for', async () => {
  const made = await scene()
  await made.run(read('a.png'))
  await made.run({ error: 'image' })
  expect(cleared(made)).toEqual(['media'])
  await made.run(read('a.png'))
  expect(lastResult(made)).toContain('base64')
})
