/** Summaries of a chosen part in the whole service: drafts and undone summaries across reloads, forks and restores, and what is refused. */
import { afterEach, expect, it } from 'vitest'
import { value } from '../../../sandbox/contract/suite/contract-test-support.ts'
import type { CompactOptions } from '../../protocol/calls/runs.ts'
import type { AgentEvent } from '../../protocol/events.ts'
import type { Message } from '../../protocol/messages.ts'
import { DEFAULT_SETTINGS } from '../../protocol/settings.ts'
import { EMPTY_SCREEN } from '../../protocol/view/screen-state.ts'
import { applyEvents } from '../../protocol/view/view.ts'
import { SettingsStore } from '../store/settings-store.ts'
import { dropDatabases, newDatabase } from '../testing/database.ts'
import { startTab } from '../testing/scripted-tab.ts'

afterEach(async () => {
  // Other tests of this browser start with the defaults.
  await value(new SettingsStore().update(DEFAULT_SETTINGS))
  await dropDatabases()
})

const SUMMARY =
  'The user wants three halves of the parser mended. The first two are done, and nothing is broken; go on with the third.'
const LONG = 'Go on. '.repeat(2_000)
const NOTHING_TO_UNDO = 'No summary stands in this conversation; nothing was undone.'
const NO_DRAFT = 'No draft of a summary is open; nothing was changed.'

/** A session in which the user has said `one`, `two` and `three`, each answered. */
async function start() {
  const database = await newDatabase()
  const tab = await startTab(database)
  const { api, answer, requests } = tab
  await api.sessions.create()
  const events = () => api.sessions.events(1)
  const say = async (text: string) => void (await value(api.runs.run(`${text} ${LONG}`)))
  for (const text of ['one', 'two', 'three']) await say(text)
  const messages = async () =>
    new Map(
      (await events()).flatMap((event) =>
        event.type === 'user_message' && event.origin === 'human' ? [[wordOf(event), event] as const] : [],
      ),
    )
  const id = (await api.sessions.list())[0]?.id ?? ''
  return {
    ...{ api, database, events, say, id, requests },
    messageId: async (word: string) => (await messages()).get(word)?.messageId ?? '',
    /** Number of the step with which it was said. */
    stepOf: async (word: string) => (await messages()).get(word)?.seq ?? 0,
    async compact(options?: CompactOptions) {
      answer({ text: `<summary>${SUMMARY}</summary>` })
      return value(api.runs.compact('', options))
    },
    async reload() {
      await api.sessions.create()
      await value(api.sessions.open(id))
    },
    /** Words of the user in the next request, and whether it has the summary. */
    async next() {
      await say('next')
      return wordsIn(requests.at(-1)?.messages ?? [])
    },
    screen: async () => applyEvents(EMPTY_SCREEN, await events()),
  }
}

function wordOf({ content }: Extract<AgentEvent, { type: 'user_message' }>): string {
  const [block] = content
  return block?.type === 'text' ? (block.text.split(' ')[0] ?? '') : ''
}

function wordsIn(messages: readonly Message[]): readonly string[] {
  return messages.flatMap(({ role, content }) =>
    role === 'assistant'
      ? []
      : content.flatMap((block) => {
          const text = block.type === 'text' ? block.text : ''
          if (text.startsWith('<conversation-summary>')) return ['SUMMARY']
          return text.includes(LONG) && !text.startsWith('What I have said') ? [text.split(' ')[0] ?? ''] : []
        }),
  )
}

it('a middle part is summarised, and taken back after further messages and a reload', async () => {
  const { api, compact, messageId, next, reload, events } = await start()
  expect(await compact({ from: await messageId('two'), to: await messageId('three') })).toEqual({
    terminal: 'completed',
  })
  expect(await next()).toEqual(['one', 'SUMMARY', 'three', 'next'])
  await reload()
  expect(await api.runs.undoCompaction()).toMatchObject({ ok: true })
  await reload()
  expect(await next()).toEqual(['one', 'two', 'three', 'next', 'next'])
  const count = (await events()).length
  expect(await api.runs.undoCompaction()).toMatchObject({
    error: { kind: 'not_found', message: NOTHING_TO_UNDO, hint: expect.any(String) },
  })
  expect((await events()).length).toBe(count)
})

it('a draft outlasts a reload and further messages, and is used then', async () => {
  const { api, compact, next, reload, screen, say, requests } = await start()
  await compact({ preview: true })
  expect((await screen()).items.at(-1)).toMatchObject({ kind: 'compaction_draft', summary: SUMMARY })
  await reload()
  await say('four')
  expect(wordsIn(requests.at(-1)?.messages ?? [])).toEqual(['one', 'two', 'three', 'four'])
  expect(await api.runs.useDraft()).toMatchObject({ ok: true })
  expect(await next()).toEqual(['SUMMARY', 'four', 'next'])
  const { items, canUndoCompaction, usage } = await screen()
  expect(items.map(({ kind }) => kind)).not.toContain('compaction_draft')
  expect(canUndoCompaction).toBe(true)
  expect(usage.session.find(({ model }) => model.endsWith('(compaction)'))).toMatchObject({ requests: 1 })
  expect(await api.runs.useDraft()).toMatchObject({ error: { kind: 'not_found', message: NO_DRAFT } })
})

it('a draft that is dropped, or restored over, is open no more', async () => {
  const { api, compact, stepOf, events } = await start()
  await compact({ preview: true })
  expect(await api.runs.dropDraft()).toMatchObject({ ok: true })
  await compact({ preview: true })
  await value(api.history.restore(await stepOf('three'), { files: false, conversation: true }))
  const count = (await events()).length
  for (const call of [() => api.runs.useDraft(), () => api.runs.dropDraft()])
    expect(await call()).toMatchObject({ error: { kind: 'not_found', message: NO_DRAFT } })
  expect((await events()).length).toBe(count)
})

it('a fork has the draft and the summary of its moment; a restore over a summary leaves nothing to undo', async () => {
  const { api, compact, messageId, stepOf, say, id, next } = await start()
  await compact({ from: await messageId('two'), to: await messageId('three') })
  await say('four')
  await compact({ to: await messageId('three'), preview: true })
  await say('five')
  await value(api.history.fork(await stepOf('five')))
  expect(await api.runs.useDraft()).toMatchObject({ ok: true })
  expect(await next()).toEqual(['SUMMARY', 'SUMMARY', 'three', 'four', 'five', 'next'])
  for (let time = 0; time < 2; time++) expect(await api.runs.undoCompaction()).toMatchObject({ ok: true })
  expect(await next()).toEqual(['one', 'two', 'three', 'four', 'five', 'next', 'next'])
  await value(api.sessions.open(id))
  await value(api.history.restore(await stepOf('three'), { files: false, conversation: true }))
  expect(await api.runs.undoCompaction()).toMatchObject({ error: { message: NOTHING_TO_UNDO } })
  await value(api.history.restore(await stepOf('five'), { files: false, conversation: true }))
  expect(await api.runs.undoCompaction()).toMatchObject({ ok: true })
})

it('what makes no part is refused, each with its reason, and nothing is logged', async () => {
  const { api, compact, messageId, events } = await start()
  await compact({ to: await messageId('two') })
  const [one, two, three] = await Promise.all(['one', 'two', 'three'].map(messageId))
  const count = (await events()).length
  const refused: readonly (readonly [unknown, string, RegExp])[] = [
    [{ from: 'nobody' }, 'not_found', /no message "nobody"/],
    [{ from: one }, 'not_found', /no longer in the conversation/],
    [{ from: three, to: two }, 'invalid', /which comes first/],
    [{ from: two, to: two }, 'invalid', /too little to summarise/],
    [{ from: 7 }, 'invalid', /"from"/],
    [{ preview: 'yes' }, 'invalid', /"preview"/],
    [{ until: two }, 'invalid', /until/],
    [null, 'invalid', /"options"/],
  ]
  for (const [options, kind, message] of refused) {
    // A script may give anything.
    const made = await api.runs.compact('', options as CompactOptions)
    expect(made, JSON.stringify(options)).toMatchObject({
      error: { kind, message: expect.stringMatching(message), hint: expect.any(String) },
    })
  }
  expect((await events()).length).toBe(count)
})

it('nothing is changed while the agent works, or by a tab that follows', async () => {
  const { api, database, compact, messageId, id, events } = await start()
  await compact({ to: await messageId('two') })
  await compact({ from: await messageId('two'), preview: true })
  const calls = (runs: typeof api.runs) => [
    () => runs.undoCompaction(),
    () => runs.useDraft(),
    () => runs.dropDraft(),
  ]
  const other = await startTab(database)
  await value(other.api.sessions.open(id))
  for (const call of calls(other.api.runs))
    expect(await call()).toMatchObject({
      error: { kind: 'not_permitted', message: expect.stringContaining('led by another tab') },
    })
  const running = api.runs.run('work')
  for (const call of calls(api.runs))
    expect(await call()).toMatchObject({
      error: { kind: 'not_permitted', message: expect.stringContaining('The agent is still working') },
    })
  await running
  const types = (await events()).map(({ type }) => type)
  expect(types).not.toContain('compaction_undone')
  expect(types).not.toContain('compaction_dropped')
})

it('a summary stays where the window has no room for what it stands for', async () => {
  const { api, compact, events } = await start()
  await compact()
  const [model, window] = [DEFAULT_SETTINGS.model, 20_000]
  await value(api.settings.update({ models: { [model]: { contextWindow: window } } }))
  const count = (await events()).length
  const refused = await api.runs.undoCompaction()
  expect(refused).toMatchObject({
    error: { kind: 'too_large', hint: 'Choose a model with a larger window, then undo it.' },
  })
  expect(refused.ok ? '' : refused.error.message).toMatch(
    /^Without the summary the conversation takes some \d\d,\d{3} tokens, and .+ has room for \d\d,\d{3} before it is summarised again; the summary stays\.$/,
  )
  expect((await events()).length).toBe(count)
  await value(api.settings.update({ models: {} }))
  expect(await api.runs.undoCompaction()).toMatchObject({ ok: true })
})

it('two calls at once undo one summary', async () => {
  const { api, compact, messageId, events } = await start()
  await compact({ to: await messageId('two') })
  await compact({ from: await messageId('two') })
  const made = await Promise.all([api.runs.undoCompaction(), api.runs.undoCompaction()])
  expect(made.map(({ ok }) => ok).toSorted()).toEqual([false, true])
  expect((await events()).filter(({ type }) => type === 'compaction_undone')).toHaveLength(1)
})
