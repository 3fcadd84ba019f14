/**
 * With the memory off nothing of it is in a request or in the log: both are what they were before there was one, but for the receipts of
 * the summary, which came later and are no part of it.
 */
import { afterEach, expect, it } from 'vitest'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { value } from '../../../../sandbox/contract/suite/contract-test-support.ts'
import { DEFAULT_SETTINGS } from '../../../protocol/settings.ts'
import { SettingsStore } from '../../store/settings-store.ts'
import { dropDatabases } from '../../testing/database.ts'
import { nextAnswer, startScriptedService } from '../../testing/scripted-service.ts'
import type { Step } from '../../testing/scripted-service.ts'
import goldens from './memory-off.json' with { type: 'json' }

afterEach(async () => {
  // Other tests of this browser start with the defaults.
  await value(new SettingsStore().update(DEFAULT_SETTINGS))
  await dropDatabases()
})

/** Fields that are another one each time: times, and ids, which are numbered. */
function stable(given: unknown): string {
  const ids = new Map<string, string>()
  const text = JSON.stringify(given, (key, field: unknown) =>
    /^(?:at|.*Ms|first.*|.*At)$/.test(key) ? 0 : field,
  )
  return text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) => {
      const known = ids.get(id) ?? `id ${ids.size}`
      ids.set(id, known)
      return known
    })
    .replaceAll(/\d{4}-\d\d-\d\d/g, 'DATE')
}

/** Requests name the day of the session, and the log has fingerprints of that text, in which no date can be made stable. */
const RECORDED_ON = Date.UTC(2026, 10, 30, 12)

const short = (text: string) => bytesToHex(sha256(utf8ToBytes(text))).slice(0, 16)

it('requests and stored events are as they were before there was a memory', async () => {
  const steps: Step[] = []
  const begun = Date.now()
  const { api, requests } = await startScriptedService({
    answer: () => nextAnswer(steps),
    now: () => RECORDED_ON + Date.now() - begun,
  })
  await value(api.settings.update({ memory: false }))
  await api.sessions.create()
  for (const [path, text] of [
    ['CLAUDE.md', 'Use tabs.\n'],
    ['a.txt', 'one\n'.repeat(4_000)],
  ] as const) {
    const data = new TextEncoder().encode(text)
    await value(api.files.edit([{ kind: 'file', path: `/workspace/${path}`, data, over: 'anything' }]))
  }
  steps.push(
    { calls: [{ name: 'Read', input: { file_path: '/workspace/a.txt' } }] },
    { calls: [{ name: 'Write', input: { file_path: '/workspace/b.txt', content: 'two\n' } }] },
    { text: 'Done.' },
  )
  await value(api.runs.run('Read a.txt and write b.txt.'))
  steps.push({
    text: '<summary>The task was to read a.txt and to write b.txt. Both are done; nothing is left.</summary>',
  })
  await value(api.runs.compact(''))
  steps.push({ text: 'Done.' })
  await value(api.runs.run('And now?'))
  const events = await api.sessions.events(1)
  const explained = ['Read', 'Write'].map(async (tool) => {
    const input = { file_path: '/memory/note.md', ...(tool === 'Write' && { content: 'x' }) }
    return `${tool}: ${(await api.permissions.explain(tool, input)).reason}`
  })
  expect({
    requests: requests.map((request) => short(stable(request))),
    events: JSON.parse(stable(events.map((event) => [event.type, event]))).map(
      ([type, event]: [string, unknown]) => `${type} ${short(JSON.stringify(event))}`,
    ),
    // Its folder is one outside the workspace, like others.
    permissions: await Promise.all(explained),
  }).toEqual(goldens)
})
