import { readdirSync, readFileSync } from 'node:fs'
import { unzipSync, strFromU8 } from 'fflate'
import { expect, it } from 'vitest'
import type { AgentEvent } from '../../protocol/events.ts'
import { writeWithoutTexts } from './without-texts.ts'

const DEMOS = `${import.meta.dirname}/../../../../public/demos`

/** All texts in a value, however deep, keys included. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [key, ...textsIn(inner)])
}

it('has nothing of what was said, read, written or named', () => {
  const marked = (what: string) => `MARKER ${what} MARKER`
  const events = [
    { type: 'session_titled', title: marked('title'), by: 'prompt' },
    {
      type: 'workspace_imported',
      name: 'MARKER',
      files: 3,
      bytes: 40,
      root: 'a'.repeat(64),
      folder: 'MARKER',
    },
    {
      type: 'user_message',
      messageId: 'm1',
      origin: 'human',
      content: [{ type: 'text', text: marked('said') }],
    },
    {
      type: 'assistant_block',
      turnId: 't1',
      block: 0,
      content: { type: 'tool_use', id: 'c1', name: 'Bash', input: { command: marked('c'), MARKER: 1 } },
    },
    {
      type: 'tool_started',
      turnId: 't1',
      toolUseId: 'c1',
      tool: 'Bash',
      title: marked('t'),
      input: { a: 'MARKER' },
    },
    {
      type: 'tool_result',
      turnId: 't1',
      toolUseId: 'c1',
      tool: 'Bash',
      outcome: 'failed',
      durationMs: 12,
      synthetic: false,
      seen: { 'MARKER.ts': 'b'.repeat(64) },
      content: {
        type: 'tool_result',
        tool_use_id: 'c1',
        is_error: true,
        content: [{ type: 'text', text: 'MARKER' }],
      },
      display: { kind: 'diff', path: 'MARKER', patch: 'MARKER' },
    },
    { type: 'notice', level: 'info', text: marked('notice') },
    { type: 'of_a_later_version', note: 'MARKER', state: marked('state'), content: 'MARKER' },
  ].map((body, index) => ({ ...body, seq: index + 1, at: 1_000 + index }))
  // One of them is none that this version knows: it may come from a later one.
  const text = writeWithoutTexts({ events: events as unknown as AgentEvent[], appVersion: '1' })
  expect(text).not.toContain('MARKER')
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines[0]).toEqual({
    type: 'session',
    format: 'vivarium-log-without-texts',
    version: 1,
    appVersion: '1',
  })
  expect(lines[6]).toEqual({
    type: 'tool_result',
    turnId: 't1',
    toolUseId: 'c1',
    tool: 'Bash',
    outcome: 'failed',
    durationMs: 12,
    synthetic: false,
    seen: '[80 characters]',
    content: {
      type: 'tool_result',
      tool_use_id: 'c1',
      is_error: true,
      content: [{ type: 'text', text: '[6 characters]' }],
    },
    display: { kind: 'diff', path: '[6 characters]', patch: '[6 characters]' },
    seq: 6,
    at: 1_005,
  })
})

it('has of real sessions no text but names of tools and models, ids and words of the log', () => {
  const files = readdirSync(DEMOS).filter((name) => name.endsWith('.vivarium'))
  expect(files.length).toBeGreaterThan(5)
  for (const file of files) {
    const log = strFromU8(unzipSync(readFileSync(`${DEMOS}/${file}`))['log.jsonl'] ?? new Uint8Array())
    const events = log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const written = writeWithoutTexts({ events, appVersion: '1' }).trim().split('\n')
    expect(written).toHaveLength(events.length + 1)
    const odd = written
      .flatMap((line) => textsIn(JSON.parse(line)))
      .filter((text) => !/^(\[\d+ characters\]|[\w.:-]{1,80})$/.test(text))
    expect(odd).toEqual([])
    for (const event of events)
      if (event.type === 'user_message')
        for (const { text } of event.content) expect(written.join('\n')).not.toContain(text)
  }
})
