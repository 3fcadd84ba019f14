/** Recordings there and back, in both forms; and those that nobody should open. */
import { deflateSync, strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { MemoryBlobStore } from '../../../sandbox/memory/blob-store.ts'
import { createMemorySandbox } from '../../../sandbox/memory/memory-sandbox.ts'
import type { AgentEvent, EventBody } from '../../protocol/events.ts'
import { LINK_CHARS } from '../../limits.ts'
import { contentHash } from '../store/content-hash.ts'
import { toBase64Url } from './base64-url.ts'
import { readFile, writeFile } from './file-format.ts'
import { findSecrets } from './find-secrets.ts'
import { readLink, writeLink } from './link-format.ts'
import { makeRecording } from './make-recording.ts'
import type { Recording } from './recording.ts'

const ID = () => crypto.randomUUID()

function stamped(bodies: readonly EventBody[]): AgentEvent[] {
  return bodies.map(
    (body, index) => ({ ...body, seq: index + 1, at: 1_790_000_000_000 + index * 137 }) as AgentEvent,
  )
}

async function value<T>(result: Promise<Result<T>>): Promise<T> {
  const settled = await result
  if (!settled.ok) throw new Error(settled.error.message)
  return settled.value
}

/** A session of so many calls on a workspace of a few files, each fifth call an edit of one of five. */
async function session(calls: number, files: Readonly<Record<string, string>> = FILES) {
  const blobs = new MemoryBlobStore()
  const sandbox = createMemorySandbox({ blobStore: blobs })
  for (const [path, text] of Object.entries(files))
    await value(sandbox.writeFile({ path, data: strToU8(text) }))
  await value(sandbox.writeFile({ path: 'bin/run', data: Uint8Array.of(0, 255, 10, 200), mode: 0o755 }))
  await value(sandbox.symlink('src/a.ts', 'link'))
  await value(sandbox.writeFile({ path: 'node_modules/x/index.js', data: strToU8('x'.repeat(9000)) }))
  let { root } = await value(sandbox.checkpoint())
  const bodies: EventBody[] = [
    { type: 'session_created', logVersion: 1, appVersion: '1' },
    { type: 'workspace_imported', name: 'project', files: 9, bytes: 4000, root },
    { type: 'session_titled', title: 'Fix the parser', by: 'prompt' },
    {
      type: 'user_message',
      messageId: ID(),
      origin: 'human',
      content: [{ type: 'text', text: 'Fix the parser' }],
    },
    { type: 'run_started', runId: ID(), model: 'claude', mode: 'default' },
  ]
  for (let call = 0; call < calls; call++) {
    const turnId = ID()
    const toolUseId = `toolu_${ID()}`
    const text = SENTENCES[call % SENTENCES.length] ?? ''
    const isEdit = call % 4 === 3
    const path = `src/${'abcde'[Math.floor(call / 4) % 5] ?? 'a'}.ts`
    if (isEdit) {
      const data = strToU8(
        `${files[path] ?? ''}\nexport const fix${call} = (value: string) => value.trim() + ${call}\n`,
      )
      await value(sandbox.writeFile({ path, data }))
      ;({ root } = await value(sandbox.checkpoint()))
    }
    bodies.push({ type: 'request_started', turnId, requestId: ID(), attempt: 1 })
    for (const piece of text.match(/.{1,4}/gs) ?? [])
      bodies.push({ type: 'text_delta', turnId, block: 0, text: piece })
    const input = isEdit
      ? {
          file_path: path,
          old_string: 'a',
          new_string: `export const fix${call} = (value: string) => value.trim() + ${call}`,
        }
      : { command: `npm test -- --grep "case ${call}"`, description: 'Runs the tests' }
    const tool = isEdit ? 'Edit' : 'Bash'
    const output = isEdit ? `Edited ${path}` : `${OUTPUT}\n# case ${call}\n[exit code 1, 0.${call} s]`
    bodies.push(
      { type: 'assistant_block', turnId, block: 0, content: { type: 'text', text } },
      {
        type: 'assistant_block',
        turnId,
        block: 1,
        content: { type: 'tool_use', id: toolUseId, name: tool, input },
      },
      {
        type: 'response_ended',
        turnId,
        stopReason: 'tool_use',
        usage: { inputTokens: 3000 + call, outputTokens: 90, cacheReadTokens: 12_000, cacheWriteTokens: 800 },
        costUsd: 0.0123 + call,
        requestId: ID(),
        durationMs: 2311 + call,
      },
      {
        type: 'permission_decided',
        turnId,
        toolUseId,
        behavior: 'allow',
        source: 'sandbox',
        reason: 'It stays inside.',
      },
      { type: 'tool_started', turnId, toolUseId, tool, input, title: isEdit ? path : `npm test ${call}` },
      { type: 'tool_output', turnId, toolUseId, stream: 'stdout', text: output },
      ...(isEdit ? [{ type: 'checkpoint', root, cause: 'tool', toolUseId } as const] : []),
      {
        type: 'tool_result',
        turnId,
        toolUseId,
        tool,
        outcome: 'done',
        content: {
          type: 'tool_result',
          tool_use_id: toolUseId,
          content: [{ type: 'text', text: output }],
          is_error: false,
        },
        durationMs: 300 + call,
        synthetic: false,
        ...(isEdit ? { root, seen: [{ path, hash: await contentHash(new Uint8Array(strToU8(path))) }] } : {}),
      },
      { type: 'turn_committed', turnId, extra: [] },
      { type: 'transition', turnId, reason: 'next_turn' },
    )
  }
  bodies.push({ type: 'run_ended', runId: 'r', terminal: 'completed', turns: calls })
  const events = stamped(bodies)
  const parts = { events, threads: [], blobs, title: 'Fix the parser', appVersion: '1', now: 1 }
  const { recording } = await value(makeRecording(parts, {}))
  return { recording, parts }
}

const line = (name: string, n: number) =>
  `export function ${name}${n}(input: string): number {\n  const parts = input.split('${name}').map((part) => Number.parseInt(part, 10))\n  return parts.reduce((sum, part) => sum + (Number.isNaN(part) ? ${n} : part), 0)\n}\n`
const source = (name: string) => Array.from({ length: 20 }, (_, n) => line(name, n)).join('\n')
const FILES = Object.fromEntries([
  ...[...'abcde'].map((name) => [`src/${name}.ts`, source(name)]),
  ['package.json', '{"name":"project","scripts":{"test":"node --test"}}\n'],
  ['README.md', '# Project\n\nParses numbers.\n'],
])
const SENTENCES = [
  'I run the tests first, to see which of them fail and with which message.',
  'The parser takes an empty part for a number; that is where NaN comes from.',
  'Now the same for the other separator, which has the same mistake in its own words.',
  'I look at the callers, so that none of them counts on the wrong result.',
]
const OUTPUT = Array.from(
  { length: 25 },
  (_, n) => `ok ${n} - parses the number ${n} of a list (${n}.${n} ms)`,
).join('\n')

const kindOf = async (read: Promise<Result<Recording>>) => {
  const result = await read
  return result.ok ? 'ok' : `${result.error.kind}: ${result.error.message}`
}

describe('a recording', () => {
  it('comes back from a file and from a link as it was, modes, links and bytes included', async () => {
    const { recording } = await session(8)
    expect(await value(readFile(writeFile(recording)))).toEqual(recording)
    const linked = await value(readLink(await writeLink(recording)))
    expect(linked.manifest).toEqual(recording.manifest)
    expect(linked.events).toEqual(recording.events)
    expect(new Map([...linked.blobs].sort())).toEqual(new Map([...recording.blobs].sort()))
  })

  it('of twenty calls with five changed files fits a link, with half of it to spare', async () => {
    const { recording } = await session(20)
    const payload = await writeLink(recording)
    console.info(`link of 20 steps: ${payload.length} characters; file: ${writeFile(recording).length} bytes`)
    expect(payload.length).toBeLessThan(LINK_CHARS / 2)
  })

  it('leaves out packages, what its maker leaves out, and what was told of the connection', async () => {
    const { parts, recording } = await session(4)
    const text = strFromU8(writeFile(recording))
    expect(text).not.toContain('node_modules')
    expect(new Set(recording.events.map(({ type }) => type)).has('tool_output')).toBe(false)
    const { recording: less, files } = await value(
      makeRecording(parts, { without: ['src/b.ts', 'bin'], toSeq: 40 }),
    )
    expect([files.get('src/b.ts')?.included, files.get('bin/')?.included]).toEqual([false, false])
    expect([...less.blobs.values()].some((data) => strFromU8(data).includes('function b1('))).toBe(false)
    expect(less.manifest.roots).not.toEqual(recording.manifest.roots)
    expect(await kindOf(readFile(writeFile(less)))).toBe('ok')
    expect(less.events.at(-1)?.type).toBe('run_ended')
  })

  it('says where something looks like a key, and of which kind, but not the key', async () => {
    const key = `ghp_${'a1B2'.repeat(9)}`
    const { recording } = await session(4, {
      ...FILES,
      '.env': `TOKEN=${key}\nOWN=my-own-very-key\n`,
      'database.md': 'postgres://app:s3cr3t-word@db.example/x',
    })
    const findings = findSecrets(recording, ['my-own-very-key', ''])
    expect(findings).toEqual([
      { where: 'the file .env', what: 'a key of this browser' },
      { where: 'the file .env', what: 'a likely secret (GitHub token)' },
      { where: 'the file database.md', what: 'a likely secret' },
    ])
    expect(findSecrets((await session(4)).recording, [''])).toEqual([])
  })
})

describe('a recording that nobody should open', () => {
  const rezip = (recording: Recording, change: (entries: Record<string, Uint8Array>) => void) => {
    const entries = unzipSync(writeFile(recording))
    change(entries)
    return zipSync(entries)
  }
  const edit = (entries: Record<string, Uint8Array>, name: string, from: string | RegExp, to: string) => {
    entries[name] = strToU8(strFromU8(entries[name] ?? new Uint8Array()).replace(from, to))
  }

  it('is refused with the reason, whatever is wrong with the file', async () => {
    const { recording } = await session(4)
    const whole = writeFile(recording)
    const [blob = ''] = Object.keys(unzipSync(whole)).filter((name) => name.startsWith('blobs/'))
    const cases: readonly (readonly [Uint8Array, RegExp])[] = [
      [new Uint8Array(), /no zip archive/],
      [strToU8('<html>'), /no zip archive/],
      [whole.subarray(0, whole.length - 300), /no zip archive/],
      [rezip(recording, (entries) => delete entries['log.jsonl']), /no log\.jsonl/],
      [rezip(recording, (entries) => (entries['../../etc/passwd'] = strToU8('x'))), /which no recording has/],
      [rezip(recording, (entries) => (entries['blobs/../x'] = strToU8('x'))), /which no recording has/],
      [rezip(recording, (entries) => (entries[blob] = strToU8('other'))), /has another content/],
      [rezip(recording, (entries) => delete entries[blob]), /missing or of the wrong kind/],
      [
        rezip(recording, (entries) => edit(entries, 'manifest.json', '"version": 1', '"version": 9')),
        /reads up to 2/,
      ],
      [
        rezip(recording, (entries) => edit(entries, 'manifest.json', '"title"', '"onload"')),
        /manifest is wrong/,
      ],
      [
        rezip(recording, (entries) => edit(entries, 'log.jsonl', '"seq":3', '"seq":4')),
        /event 3 has another number/,
      ],
      [
        rezip(recording, (entries) => edit(entries, 'log.jsonl', '"at":1790', '"at":-1')),
        /event 1 has no time/,
      ],
      [
        rezip(recording, (entries) => edit(entries, 'log.jsonl', '{"type"', '{"kind"')),
        /not as a log has it/,
      ],
      [
        rezip(recording, (entries) =>
          edit(entries, 'log.jsonl', '"command":', '"__proto__":{"x":1},"command":'),
        ),
        /a field that no recording has/,
      ],
      [rezip(recording, (entries) => edit(entries, 'log.jsonl', /\n$/, '')), /ends in the middle/],
      [rezip(recording, (entries) => edit(entries, 'log.jsonl', '{', '[')), /cannot be read/],
      [
        rezip(recording, (entries) =>
          edit(entries, 'log.jsonl', /"root":"[0-9a-f]{64}"/, `"root":"${'0'.repeat(64)}"`),
        ),
        /list of trees/,
      ],
    ]
    for (const [data, message] of cases) {
      const said = await kindOf(readFile(data))
      expect(said).toMatch(message)
      expect(said).toMatch(/^(corrupt|unsupported|too_large): /)
    }
    expect(({} as { x?: unknown }).x).toBeUndefined()
  })

  it('is refused before it is unpacked when it would fill the memory', async () => {
    const { recording } = await session(4)
    const bomb = rezip(recording, (entries) => (entries[`blobs/${'0'.repeat(64)}`] = new Uint8Array(1000)))
    // The central directory says 4 GiB of that one.
    const at = lastIndexOf(bomb, strToU8(`blobs/${'0'.repeat(64)}`)) - 46
    new DataView(bomb.buffer).setUint32(at + 24, 0xfffffff0, true)
    expect(await kindOf(readFile(bomb))).toMatch(/^too_large: /)
    const zeros = toBase64Url(deflateSync(new Uint8Array(40 * 1024 * 1024), { level: 9 }))
    const check = (await contentHash(new Uint8Array(strToU8(zeros)))).slice(0, 8)
    expect(await kindOf(readLink(`1${zeros}${check}`))).toMatch(/^too_large: /)
  })

  it('keeps the order that things happened in, whatever the clock said', async () => {
    const { recording } = await session(4)
    const odd = recording.events.map((event, index) => ({
      ...event,
      // Set back by an hour again and again, then a day ahead.
      at: index % 3 === 2 ? event.at + 86_400_000 : event.at - index * 3_600_000,
    }))
    const skewed = { ...recording, events: odd }
    expect((await value(readLink(await writeLink(skewed)))).events).toEqual(odd)
    expect(await value(readFile(writeFile(skewed)))).toEqual(skewed)
  })

  it('opens from a link as chat and mail programs pass it on: broken, quoted, with what stood around it', async () => {
    const payload = await writeLink((await session(4)).recording)
    const lines = payload.match(/.{1,72}/g) ?? []
    for (const passed of [
      `${payload}.`,
      `${payload})>`,
      lines.join('\n'),
      lines.join('\r\n> '),
      lines.join('\u200b'),
      ` ${lines.join(' ')} `,
    ])
      expect(await readLink(passed)).toMatchObject({ ok: true })
    expect(await kindOf(readLink(`${lines.slice(0, -1).join('\n')}…`))).toMatch(/cut or changed/)
  })

  it('is refused when the link was cut, changed, or never was one', async () => {
    const payload = await writeLink((await session(4)).recording)
    const odd = async (content: unknown) => {
      const text = toBase64Url(deflateSync(strToU8(JSON.stringify(content))))
      return `1${text}${(await contentHash(new Uint8Array(strToU8(text)))).slice(0, 8)}`
    }
    const base = { app: '1', title: 't', at: 1, objects: [], events: [] }
    for (const [link, message] of [
      [payload.slice(0, -1), /cut or changed/],
      [payload.slice(0, 900), /cut or changed/],
      [`${payload.slice(0, 50)}A${payload.slice(51)}`, /cut or changed/],
      [`9${payload.slice(1)}`, /newer Vivarium/],
      [await odd({ ...base, template: ['vue-app'] }), /names no template/],
      [await odd({ ...base, template: ['vue-app', 'x'] }), /not to be had here/],
      ['', /no recording in it/],
      ['javascript:alert(1)', /no recording in it/],
      [`1${'A'.repeat(5 * LINK_CHARS)}`, /characters/],
      [await odd(null), /no recording in it/],
      [await odd({ ...base, events: [null] }), /cannot be read/],
      [
        await odd({ ...base, events: [{ type: 'checkpoint', root: '/7', cause: 'user', at: 1 }] }),
        /does not have/,
      ],
      [await odd({ ...base, events: [{ type: 'tool_result', seen: [null], at: 1 }] }), /cannot be read/],
      [await odd({ ...base, objects: [[['../up', 0, 420, 0]]] }), /no folder has/],
      [
        await odd({ ...base, objects: ['x', [['../up', 0, 420, 0]]], events: [imported('/1')] }),
        /wrong kind/,
      ],
      [await odd({ ...base, objects: ['x', [['a', 2, 420, 0]]] }), /no folder has/],
      [await odd({ ...base, title: { toString: 1 } }), /manifest is wrong/],
    ] as const)
      expect([link.slice(0, 40), await kindOf(readLink(link))]).toEqual([
        link.slice(0, 40),
        expect.stringMatching(message),
      ])
  })
})

function imported(root: string) {
  return { type: 'workspace_imported', name: 'x', files: 1, bytes: 1, root, at: 1 }
}

function lastIndexOf(data: Uint8Array, part: Uint8Array): number {
  for (let at = data.length - part.length; at >= 0; at--)
    if (part.every((byte, index) => data[at + index] === byte)) return at
  return -1
}
