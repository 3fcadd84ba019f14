/** Hooks around a whole run: the real loop, calls, compaction, log and permissions; the model is scripted. */
import { afterEach, expect, it } from 'vitest'
import { value } from '../../../../sandbox/contract/suite/contract-test-support.ts'
import type { HookEvent, HookInput } from '../../../extend/hooks/events.ts'
import type { HookReply } from '../../../extend/hooks/hook.ts'
import { testHook } from '../../../extend/hooks/testing/test-hook.ts'
import { DEFAULT_SETTINGS } from '../../../protocol/settings.ts'
import type { Message } from '../../../protocol/messages.ts'
import { SettingsStore } from '../../store/settings-store.ts'
import { dropDatabases, newDatabase } from '../../testing/database.ts'
import { bash, startTab, write } from '../../testing/scripted-tab.ts'

afterEach(async () => {
  // Other tests of this browser start with the defaults.
  await value(new SettingsStore().update(DEFAULT_SETTINGS))
  await dropDatabases()
})

/** A session with one hook that listens to all of these, and what it was given. */
async function withHook(
  events: readonly HookEvent[],
  run: (input: HookInput) => HookReply | Promise<HookReply>,
) {
  const seen: HookInput[] = []
  const hook = testHook(events, async (input) => {
    seen.push(input)
    return run(input)
  })
  const tab = await startTab(await newDatabase(), { hooks: () => [hook] })
  const session = await tab.api.sessions.create()
  const ran = async () => (await tab.api.sessions.events(1)).filter((event) => event.type === 'hook_ran')
  const ends = async () =>
    (await tab.api.sessions.events(1)).flatMap((event) =>
      event.type === 'run_ended' ? [event.terminal] : [],
    )
  return { ...tab, session: session.id, seen, ran, ends }
}

const textsOf = (messages: readonly Message[] = []) =>
  messages.flatMap(({ content }) => content.map((block) => ('text' in block ? block.text : '')))

it('a guard denies a command, which the model is told, and the log says who it was', async () => {
  const { run, seen, ran, session } = await withHook(['PreToolUse'], (input) =>
    'tool_input' in input && /\brm\b/.test(String(input.tool_input['command']))
      ? { blocks: 'Nothing is removed here.' }
      : {},
  )
  const [removed, listed] = await run(bash('rm -r sub'), bash('ls'))
  expect(removed).toContain('Nothing is removed here.')
  expect(listed).not.toContain('Nothing is removed here.')
  expect(seen).toMatchObject([
    {
      session_id: session,
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'rm -r sub' },
    },
    { tool_input: { command: 'ls' } },
  ])
  expect(await ran()).toMatchObject([
    {
      hook: 'check.sh',
      source: 'user',
      outcome: 'blocking',
      behavior: 'deny',
      reason: 'Nothing is removed here.',
    },
    { outcome: 'success' },
  ])
})

it('a stop hook sends the agent back until it is content, which is one run with one request more each time', async () => {
  let left = 2
  const { api, requests, seen, ran, ends } = await withHook(['Stop', 'StopFailure'], () =>
    left-- > 0 ? { output: { decision: 'block', reason: 'The tests fail.' } } : {},
  )
  expect(await value(api.runs.run('Mend it.'))).toMatchObject({ terminal: 'completed' })
  expect(requests).toHaveLength(3)
  expect(textsOf(requests.at(-1)?.messages).filter((text) => text.includes('The tests fail.'))).toHaveLength(
    2,
  )
  expect(seen).toMatchObject([
    { hook_event_name: 'Stop', stop_hook_active: false, last_assistant_message: 'Done.' },
    { stop_hook_active: true },
    { stop_hook_active: true },
  ])
  expect((await ran()).map(({ outcome }) => outcome)).toEqual(['blocking', 'blocking', 'success'])
  expect(await ends()).toEqual(['completed'])
})

it('one that is never content is no prison', async () => {
  const { api, requests } = await withHook(['Stop'], () => ({ blocks: 'More.' }))
  expect(await value(api.runs.run('Mend it.'))).toMatchObject({ terminal: 'hook_stopped' })
  expect(requests).toHaveLength(9)
})

it('a failure is told to hooks for failures, once, and no stop hook is asked', async () => {
  const { api, answer, seen, ends } = await withHook(['Stop', 'StopFailure'], () => new Promise(() => {}))
  answer({ error: 'invalid_request', message: 'Too many wishes.' })
  expect(await value(api.runs.run('Mend it.'))).toMatchObject({ terminal: 'model_error' })
  expect(seen).toMatchObject([
    { hook_event_name: 'StopFailure', error: 'invalid_request', error_details: 'Too many wishes.' },
  ])
  expect(await ends()).toEqual(['model_error'])
})

it('a hook ends the run after a call: calls that wait are not run, and the person reads why', async () => {
  const { api, answer, requests, ends } = await withHook(['PostToolUse'], () => ({
    output: { continue: false, stopReason: 'The budget is spent.' },
  }))
  answer({ calls: [write('a.txt'), write('b.txt')] })
  expect(await value(api.runs.run('Write them.'))).toMatchObject({ terminal: 'hook_stopped' })
  expect(requests).toHaveLength(1)
  const events = await api.sessions.events(1)
  expect(events.flatMap((event) => (event.type === 'tool_result' ? [event.outcome] : []))).toEqual([
    'done',
    'denied',
  ])
  expect(events.findLast(({ type }) => type === 'notice')).toMatchObject({
    text: 'A hook has ended the run: The budget is spent.',
  })
  expect(await ends()).toEqual(['hook_stopped'])
  // The next run begins anew.
  answer({ text: 'Fine.' })
  expect(await value(api.runs.run('Go on.'))).toMatchObject({ terminal: 'completed' })
})

it('a summary may be blocked, which the log says, and is told once it is made', async () => {
  let blocks = true
  const { api, run, compact, seen } = await withHook(['PreCompact', 'PostCompact'], (input) =>
    blocks && input.hook_event_name === 'PreCompact' ? { blocks: 'Not now.' } : {},
  )
  await run(write('a.txt'))
  await api.runs.compact('')
  const failed = (await api.sessions.events(1)).findLast(({ type }) => type === 'compaction_failed')
  expect(failed).toMatchObject({
    trigger: 'manual',
    reason: expect.stringContaining('A hook has blocked it: Not now.'),
  })
  blocks = false
  await compact()
  expect(seen.map(({ hook_event_name }) => hook_event_name)).toEqual([
    'PreCompact',
    'PreCompact',
    'PostCompact',
  ])
  expect(seen.at(-1)).toMatchObject({
    trigger: 'manual',
    compact_summary: expect.stringContaining('mend the parser'),
  })
})

it('without hooks nothing of them is in the log', async () => {
  const tab = await startTab(await newDatabase())
  await tab.api.sessions.create()
  await tab.run(write('a.txt'), bash('false'))
  expect((await tab.api.sessions.events(1)).filter(({ type }) => type === 'hook_ran')).toEqual([])
})
