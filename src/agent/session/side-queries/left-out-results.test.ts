/** Results of the program's own tools: which may be left out, and how the model is told to have them again. */
import { describe, expect, it } from 'vitest'
import { clearableResults } from '../../context/compression/plan.ts'
import { KEPT_RESULTS } from '../../limits.ts'
import { BUILT_IN_TOOLS } from '../../tools/profiles/built-in.ts'
import { LoggedSession } from '../testing/logged-session.ts'

interface Call {
  /** Its own name, which the log has. */
  readonly tool: string
  /** The name by which the model called it. */
  readonly calledAs?: string
  readonly input?: Record<string, unknown>
  /** Name of the file that has all of its result. */
  readonly file?: string
}

/** A session in which the calls were made one after the other, each with a long result. */
function sessionWith(calls: readonly Call[]): LoggedSession {
  const session = new LoggedSession()
  session.append({
    type: 'user_message',
    messageId: 'm',
    origin: 'human',
    content: [{ type: 'text', text: 'Go' }],
  })
  for (const [index, { tool, calledAs = tool, input = { n: index }, file }] of calls.entries()) {
    const id = `c${index}`
    const turnId = `t${index}`
    const content = [{ type: 'text' as const, text: 'x'.repeat(4_000) }]
    session.append({
      type: 'assistant_block',
      turnId,
      block: 0,
      content: { type: 'tool_use', id, name: calledAs, input },
    })
    session.append({
      type: 'tool_result',
      turnId,
      toolUseId: id,
      tool,
      outcome: 'done',
      content: { type: 'tool_result', tool_use_id: id, content, is_error: false },
      ...(file === undefined ? {} : { stored: { name: file, hash: 'a'.repeat(64), size: 4_000 } }),
      durationMs: 1,
      synthetic: false,
    })
    session.append({ type: 'turn_committed', turnId, extra: [] })
  }
  return session
}

/** All that may be left out is. */
function makeRoom(session: LoggedSession): void {
  const plan = clearableResults(session.conversation)
  if (plan) session.append({ type: 'results_cleared', ...plan, toolUseIds: [...plan.toolUseIds] })
}

/** The oldest of many results of such calls, after room was made. */
function oldest(call: Call): string {
  const session = sessionWith(Array.from({ length: KEPT_RESULTS + 1 }, () => call))
  makeRoom(session)
  const content = session.conversation.messages[2]?.content[0]
  if (content?.type !== 'tool_result') throw new Error('no result')
  return content.content.map((block) => (block.type === 'text' ? block.text : block.type)).join('')
}

const REPEATED = /Make the call again if what it said is needed/
const WORDS: Readonly<Record<string, RegExp>> = {
  Read: REPEATED,
  Grep: REPEATED,
  Glob: REPEATED,
  LS: REPEATED,
  WebFetch: REPEATED,
  Bash: /The command has run\. Do not run it again only to see its output/,
  Write: /Do not make the call again to see what it said: read the file/,
  Edit: /Do not make the call again to see what it said: read the file/,
  MultiEdit: /Do not make the call again to see what it said: read the file/,
  NotebookEdit: /Do not make the call again to see what it said: read the file/,
  Browser: /it may have changed the page: look at the page as it is now/,
}
/** It stays as it was. */
const STAYS = /^x{4000}$/

describe('an old result', () => {
  it.each(BUILT_IN_TOOLS.map(({ name, aliases }) => ({ name, aliases })))(
    'of $name is left out as it can be had again, by whatever name it was called',
    ({ name, aliases }) => {
      for (const calledAs of [name, ...aliases])
        expect(oldest({ tool: name, calledAs })).toMatch(WORDS[name] ?? STAYS)
    },
  )

  it.each([
    ['Read', { file_path: 'a' }],
    ['Grep', { pattern: 'a' }],
    ['Glob', { pattern: 'a' }],
    ['LS', { path: 'a' }],
    ['WebFetch', { url: 'https://a.example/' }],
  ])('of %s invites to a call that changes nothing', (name, input) => {
    const prepared = BUILT_IN_TOOLS.find((tool) => tool.name === name)?.prepare(input)
    expect(prepared).toMatchObject({ ok: true, call: { isReadOnly: true } })
    expect(oldest({ tool: name })).toMatch(REPEATED)
  })

  it('that is stored leads to its file', () => {
    expect(oldest({ tool: 'Bash', file: 'bash-01234567.txt' })).toBe(
      '[This result is left out to make room. All of it is in /results/bash-01234567.txt: search it with Grep, or show a part with Read.]',
    )
  })

  it('of a name that an older log has stays, too, and so does what a page has said since it was asked last', () => {
    expect(oldest({ tool: 'BashOutput' })).toMatch(STAYS)
    expect(oldest({ tool: 'Browser', input: { action: 'console' } })).toMatch(STAYS)
  })

  it('is never told anew by the next output of the same command', () => {
    const asked = { tool: 'TaskOutput', calledAs: 'BashOutput', input: { task_id: 'bash_1' } }
    expect(clearableResults(sessionWith([asked, asked, asked]).conversation)).toBeUndefined()
  })
})

it('stands there with the same bytes after a reload, and when more is left out', () => {
  const calls = [...Object.keys(WORDS).map((tool) => ({ tool })), { tool: 'Grep', file: 'grep-01234567.txt' }]
  const session = sessionWith([...calls, ...calls])
  makeRoom(session)
  const live = JSON.stringify(session.conversation.messages)
  session.reload()
  expect(JSON.stringify(session.conversation.messages)).toBe(live)
  expect(clearableResults(session.conversation)).toBeUndefined()
  const before = session.conversation.messages.slice(0, 2 * calls.length)
  for (let index = calls.length; index < calls.length + 8; index++) {
    const ids = session.conversation.messages.flatMap(({ content }) =>
      content.flatMap((block) => (block.type === 'tool_result' ? [block.tool_use_id] : [])),
    )
    session.append({ type: 'results_cleared', toolUseIds: ids.slice(index), why: 'old', tokens: 1 })
  }
  expect(session.conversation.messages.slice(0, before.length)).toEqual(before)
})

it('says of a result that an older version has left out no more than the log knows of it', () => {
  const session = sessionWith([{ tool: 'BashOutput' }])
  session.append({ type: 'results_cleared', toolUseIds: ['c0'], why: 'old', tokens: 1 })
  expect(JSON.stringify(session.conversation.messages)).toContain(
    'do not make it again only to see what it said',
  )
})
