import { afterEach, describe, expect, it } from 'vitest'
import { ok } from '../../../sandbox/contract/errors.ts'
import { MemoryBlobStore } from '../../../sandbox/memory/blob-store.ts'
import { Redactor } from '../../redact/redactor.ts'
import type { Database } from '../store/database.ts'
import { Recordings } from '../recording/recordings.ts'
import { readStoredEvents } from '../log/stored-events.ts'
import { dropDatabases, newDatabase } from '../testing/database.ts'
import { writeHtml } from './html-page.ts'
import { writeMarkdown } from './write-transcript.ts'

afterEach(dropDatabases)

function recordings(database: Database): Recordings {
  let counter = 0
  return new Recordings({
    database,
    blobs: new MemoryBlobStore(),
    credentials: { ownKeys: async () => ok([]) },
    redactor: new Redactor(),
    session: () => undefined,
    open: async (id) => ok({ id, role: 'leader', lastSeq: 1 }),
    fetchShared: async () => ok(new Uint8Array()),
    readTemplate: async () => undefined,
    appVersion: '1',
    newId: () => `new${++counter}`,
    now: () => 1,
  })
}

const file = (text: string) =>
  ({ from: 'file', name: 'old.jsonl', data: new TextEncoder().encode(text) }) as const

describe('opening a transcript', () => {
  it('makes a session of it, once, without its secrets, and tells what was left out', async () => {
    const database = await newDatabase()
    const sessions = recordings(database)
    const key = `sk-ant-api03-${'aB3'.repeat(20)}`
    const text = [
      { type: 'user', timestamp: '2026-01-01T00:00:00Z', message: { content: `use ${key}` } },
      { type: 'queue-operation' },
      { type: 'assistant', message: { model: 'm', content: [{ type: 'text', text: 'No.' }] } },
    ]
      .map((line) => JSON.stringify(line))
      .join('\n')
    expect(await sessions.open(file(text))).toEqual(
      ok({ id: 'new1', role: 'leader', lastSeq: 1, known: false }),
    )
    expect(await sessions.open(file(text))).toEqual(
      ok({ id: 'new1', role: 'leader', lastSeq: 1, known: true }),
    )
    const events = await readStoredEvents(database, 'new1', 1)
    expect(events.map(({ type }) => type)).toEqual([
      'session_created',
      'user_message',
      'run_started',
      'assistant_block',
      'turn_committed',
      'run_ended',
      'notice',
    ])
    expect(JSON.stringify(events)).not.toContain(key)
    expect((await database.get('sessions', 'new1'))?.title).not.toContain(key)
    expect(events.at(-1)).toMatchObject({
      text: '2 messages of the transcript old.jsonl, without files. Left out: 1 line of the kind "queue-operation".',
    })
  })

  it('makes the same session of a page and of a Markdown text that carry it, by their names', async () => {
    const message = {
      role: 'user',
      id: 'a',
      parent: null,
      at: 1,
      content: [{ type: 'text', text: 'Hello' }],
    } as const
    const transcript = { title: 'Greeting', appVersion: '1', recordedAt: 1, messages: [message] }
    const database = await newDatabase()
    const sessions = recordings(database)
    const open = (name: string, text: string) =>
      sessions.open({ from: 'file', name, data: new TextEncoder().encode(text) })
    const pages = [
      await open('a.html', await writeHtml(transcript)),
      await open('a.md', writeMarkdown(transcript)),
    ]
    for (const opened of pages) {
      if (!opened.ok) throw new Error(opened.error.message)
      const events = await readStoredEvents(database, opened.value.id, 1)
      expect(events.find(({ type }) => type === 'user_message')).toMatchObject({
        content: [{ type: 'text', text: 'Hello' }],
      })
      expect((await database.get('sessions', opened.value.id))?.title).toBe('Greeting')
    }
    expect(await open('notes.md', '# Notes\n\nNo session.')).toMatchObject({ ok: false })
  })

  it('stores nothing of what is none', async () => {
    const database = await newDatabase()
    expect(await recordings(database).open(file('nothing'))).toMatchObject({ ok: false })
    expect(await database.count('sessions')).toBe(0)
  })
})
