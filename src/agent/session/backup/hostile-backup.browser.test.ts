/**
 * Backups that are cut off, damaged, foreign, newer, or made to do harm; and what goes wrong while one is
 * made or restored.
 */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { concatenate } from '../../../sandbox/contract/bytes.ts'
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import { IS_WHOLE } from '../../../testing/slice.ts'
import { BACKUP_OBJECTS } from '../../limits.ts'
import { contentHash } from '../store/content-hash.ts'
import { linkAfter } from '../log/log-chain.ts'
import { dropDatabases, said } from '../testing/database.ts'
import { encodeContents, encodeHashes } from './content-record.ts'
import { ContentsIndex } from './contents-index.ts'
import { encodeHead, encodeMark, HEAD_BYTES, makeHead, MARK_BYTES } from './format.ts'
import type { RecordKind } from './format.ts'
import { encodeJson } from './shapes.ts'
import { closeProfiles, forged, Profile, value } from './test-support.ts'

afterEach(async () => {
  vi.restoreAllMocks()
  closeProfiles()
  await dropDatabases()
})

async function filled(): Promise<Profile> {
  const profile = await Profile.make()
  await profile.write('one', ['Hello', 'and', 'more'])
  await profile.step('one', { 'a.txt': 'first\n', 'b/c.txt': 'c\n' })
  await profile.write('two', ['Other'])
  await profile.step('two', { 'b/c.txt': 'c\n', 'd.txt': 'd\n' })
  return profile
}

async function bytesOf(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await file.arrayBuffer())
}

const asFile = (bytes: Uint8Array<ArrayBuffer>) => new File([bytes], 'a.vivbackup')

/** The start of each record, and the end. */
function boundaries(bytes: Uint8Array): number[] {
  const found = [MARK_BYTES]
  const view = new DataView(bytes.buffer)
  for (let at = MARK_BYTES; at < bytes.length; found.push(at)) at += HEAD_BYTES + view.getUint32(at + 2)
  return found
}

/** A session that is listed as whole is so, byte for byte; one that is listed as cut is a beginning. */
async function expectHonest(author: Profile, file: File): Promise<{ readonly restored: number }> {
  const other = await Profile.make()
  const { sessions } = value(await other.backups.inspect(file))
  const outcome = await other.restoreAll(file)
  for (const { id, cut, plan, lacking } of sessions) {
    if (plan.kind === 'damaged') continue
    const [restored, written] = [await other.events(id), await author.events(id)]
    expect(restored).toEqual(written.slice(0, cut?.events ?? written.length))
    if (lacking === 0 && cut === undefined) expect(await other.text(id, 'b/c.txt')).toBe('c\n')
  }
  return { restored: outcome.added }
}

describe('a backup that is not whole', () => {
  it('cut off anywhere gives what is whole before the cut, and says that it is cut off', async () => {
    const author = await filled()
    const bytes = await bytesOf(await author.file())
    const edges = boundaries(bytes)
    const cuts = new Set(edges.flatMap((edge) => [edge - 1, edge, edge + 1, edge + HEAD_BYTES]))
    const restored: number[] = []
    for (const cut of [...cuts].filter((at) => at < bytes.length).sort((a, b) => a - b)) {
      const file = asFile(bytes.slice(0, cut))
      const looked = await author.backups.inspect(file)
      if (!looked.ok) {
        // Not even its header.
        expect([looked.error.kind, cut < (edges[1] ?? 0)]).toEqual([
          cut < MARK_BYTES ? 'invalid' : 'corrupt',
          true,
        ])
        continue
      }
      expect(looked.value.isCut).toBe(true)
      restored.push((await expectHonest(author, file)).restored)
    }
    expect([restored.at(0), restored.at(-1)]).toEqual([0, 2])
    expect(restored).toContain(1)
    expect(restored).toEqual(restored.toSorted())
  })

  it('with one flipped bit anywhere is noticed, and costs no more than what stands there', async () => {
    const author = await filled()
    const bytes = await bytesOf(await author.file())
    let whole = 0
    for (let at = 0; at < bytes.length; at += IS_WHOLE ? 11 : 33) {
      const flipped = bytes.slice()
      flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8))
      const looked = await author.backups.inspect(asFile(flipped))
      if (!looked.ok) {
        expect(['invalid', 'corrupt', 'unsupported']).toContain(looked.error.kind)
        continue
      }
      expect(looked.value.damagedParts > 0 || looked.value.isCut).toBe(true)
      if (at % 7 === 0) whole += (await expectHonest(author, asFile(flipped))).restored
    }
    expect(whole).toBeGreaterThan(0)
  })

  it('with a lost content restores the log, and says what is lacking', async () => {
    const author = await filled()
    const bytes = await bytesOf(await author.file())
    const view = new DataView(bytes.buffer)
    const at = boundaries(bytes).findLast((edge) => edge < bytes.length && view.getUint8(edge) === 3) ?? 0
    bytes[at + HEAD_BYTES + 5] = (bytes[at + HEAD_BYTES + 5] ?? 0) ^ 1
    const other = await Profile.make()
    const { sessions, damagedParts } = value(await other.backups.inspect(asFile(bytes)))
    expect(damagedParts).toBe(1)
    expect(sessions.map(({ plan, lacking }) => [plan.kind, lacking > 0])).toContainEqual(['new', true])
    expect(await other.restoreAll(asFile(bytes))).toMatchObject({ added: 2, left: [] })
    // A content that is here is not lacking.
    expect(value(await author.backups.inspect(asFile(bytes))).sessions.map(({ lacking }) => lacking)).toEqual(
      [0, 0],
    )
  })

  it('with records that were swapped, doubled or taken out is noticed', async () => {
    const author = await filled()
    const bytes = await bytesOf(await author.file())
    const edges = boundaries(bytes)
    const parts = edges.slice(0, -1).map((edge, index) => bytes.slice(edge, edges[index + 1]))
    const [one, two] = [parts[2] ?? bytes, parts[3] ?? bytes]
    const files = [
      parts.toSpliced(2, 2, two, one),
      parts.toSpliced(3, 1),
      parts.toSpliced(3, 0, two),
      [...parts, parts.at(-1) ?? bytes],
    ]
    for (const changed of files) {
      const file = asFile(concatenate([encodeMark(), ...changed]))
      const looked = value(await author.backups.inspect(file))
      expect(looked.damagedParts).toBeGreaterThan(0)
      await expectHonest(author, file)
    }
  })

  it('of another kind, of a newer version, or empty is refused in a sentence', async () => {
    const profile = await Profile.make()
    const newer = encodeMark()
    newer[MARK_BYTES - 1] = 2
    const kinds = []
    for (const bytes of [
      new Uint8Array(),
      new TextEncoder().encode('PK and more of a zip'),
      newer,
      encodeMark(),
    ]) {
      const looked = await profile.backups.inspect(asFile(bytes))
      kinds.push(looked.ok ? 'ok' : looked.error.kind)
    }
    expect(kinds).toEqual(['invalid', 'invalid', 'unsupported', 'corrupt'])
  })
})

const row = (change: object = {}) =>
  encodeJson({ id: 's', title: 'S', createdAt: 1, updatedAt: 1, messages: 1, lastSeq: 1, ...change })
const event = (change: object = {}) => ({ ...said('Hi'), seq: 1, at: 1, ...change })
const lines = (...rows: readonly unknown[]) =>
  new TextEncoder().encode(rows.map((one) => `${JSON.stringify(one)}\n`).join(''))

describe('a backup that somebody has made to do harm', () => {
  it('stores no session whose row or log is not as one is', async () => {
    const deep = new TextEncoder().encode(`[${'['.repeat(200_000)}${']'.repeat(200_000)}]\n`)
    const bad: (readonly [RecordKind, Uint8Array<ArrayBuffer>])[][] = [
      [['session', row({ id: '../x' })]],
      [['session', row({ lastSeq: 1e300 })]],
      [['session', row({ chain: 'x' })]],
      [['session', row({ updatedAt: -1 })]],
      [['session', new TextEncoder().encode('{"__proto__": {"id": "s"}}')]],
      [
        ['session', row()],
        ['events', lines([event({ seq: 2 })])],
      ],
      [
        ['session', row()],
        ['events', lines([event({ at: 'now' })])],
      ],
      [
        ['session', row()],
        ['events', lines([])],
      ],
      [
        ['session', row()],
        ['events', lines('text')],
      ],
      [
        ['session', row()],
        ['events', deep],
      ],
      [
        ['session', row()],
        ['events', Uint8Array.of(0xff, 0xfe, 10)],
      ],
      [
        ['session', row()],
        ['events', lines([event({ chain: 'x' })])],
      ],
      [
        ['session', row({ chain: { hash: 'x', from: 1 } })],
        ['events', lines([event({ chain: 'x' })])],
      ],
      [['events', lines([event()])]],
    ]
    const profile = await Profile.make()
    for (const records of bad) {
      const { sessions, damagedParts } = value(await profile.backups.inspect(await forged(records)))
      expect([damagedParts > 0, sessions.filter(({ plan }) => plan.kind !== 'damaged')]).toEqual([true, []])
    }
    const good = await forged([
      ['session', row()],
      ['events', lines([event()])],
    ])
    expect(await profile.plans(good)).toEqual({ s: { kind: 'new' } })
  })

  it('has each session once, and no more of a log than its row says', async () => {
    const profile = await Profile.make()
    const twice = await forged([
      ['session', row()],
      ['events', lines([event()])],
      ['session', row({ title: 'Again' })],
      ['events', lines([event()])],
    ])
    expect(value(await profile.backups.inspect(twice))).toMatchObject({
      sessions: [{ title: 'S' }],
      isCut: true,
    })
    const longer = await forged([
      ['session', row()],
      ['events', lines([event()], [event({ seq: 2 })])],
    ])
    expect(await profile.restoreAll(longer)).toMatchObject({ added: 1 })
    expect(await profile.events('s')).toHaveLength(1)
  })

  it('stores no content under a name that is not its own, and believes no table', async () => {
    const data = new TextEncoder().encode('content')
    const hash = await contentHash(data)
    const lie = encodeContents([{ hash: hash.replace(/^./, '0'), data, like: undefined }])
    const long = encodeContents([{ hash, data, like: undefined }])
    new DataView(long.buffer).setUint32(0, 0xffff_ffff)
    const far = encodeContents([{ hash, data, like: undefined }])
    new DataView(far.buffer).setUint32(4 + 64, 0xffff_ffff)
    const profile = await Profile.make()
    for (const contents of [lie, long, far, new Uint8Array(3)]) {
      const file = await forged([
        ['session', row()],
        ['contents', contents],
        ['roots', encodeHashes([hash])],
      ])
      expect(value(await profile.backups.inspect(file)).damagedParts).toBe(1)
    }
    expect(await profile.blobs.missing([hash])).toEqual([hash])
  })

  it('does not become more than its records say, and no record is larger than one may be', async () => {
    const profile = await Profile.make()
    const plain = new Uint8Array(50_000_000)
    const small = await new Response(
      new Blob([plain]).stream().pipeThrough(new CompressionStream('deflate-raw')),
    ).arrayBuffer()
    const header = await bytesOf(await forged([]))
    for (const [kind, plainBytes] of [
      ['events', 60_000_000],
      ['events', small.byteLength],
      ['events', 0xffff_ffff],
      ['contents', 0xffff_ffff],
    ] as const) {
      const stored = new Uint8Array(small)
      const before = header.slice(MARK_BYTES + 10, MARK_BYTES + HEAD_BYTES)
      const facts = { kind, isCompressed: true, storedBytes: stored.length, plainBytes }
      const head = await makeHead(facts, stored, before)
      const file = asFile(concatenate([header, encodeHead(head), stored]))
      expect(value(await profile.backups.inspect(file)).damagedParts).toBe(1)
    }
  })

  it('names no more contents than fit into memory', () => {
    const index = new ContentsIndex()
    // Short names: of a million whole hashes most of the time would go into making them.
    for (let number = 0; number < BACKUP_OBJECTS; number += 1) index.number(`${number}`)
    expect(() => index.number('one more')).toThrow(/more objects than can be read/)
  })

  it('that calls itself the same log with other events goes beside it', async () => {
    const profile = await filled()
    const before = await profile.events('one')
    const known = await profile.database.get('sessions', 'one')
    const events = [event({ messageId: 'other' }), ...before.slice(1)]
    let hash = ''
    const chained = events.map((one) => ({ ...one, chain: (hash = linkAfter(hash, one)) }))
    const { epoch: _, ...same } = { ...known, epoch: 0 }
    const file = await forged([
      ['session', encodeJson({ ...same, chain: { hash, from: 1 } })],
      ['events', lines(chained)],
    ])
    expect(await profile.plans(file)).toEqual({ one: { kind: 'copy', why: 'differs' } })
    await profile.restoreAll(file)
    expect(await profile.events('one')).toEqual(before)
  })
})

describe('what goes wrong on the way', () => {
  it('a full disk in the middle of a restore leaves whole sessions, and says so', async () => {
    const file = await (await filled()).file()
    const other = await Profile.make()
    const { blobs } = other
    let puts = 0
    const full = await Profile.make({
      blobs: {
        missing: (hashes) => blobs.missing(hashes),
        put: async (objects) =>
          (puts += 1) > 1
            ? fail('quota', 'The browser has no storage left.', { hint: 'Free some.' })
            : blobs.put(objects),
      },
    })
    const outcome = await full.restoreAll(file)
    expect(outcome).toMatchObject({
      added: 1,
      problem: { message: 'The browser has no storage left.', hint: 'Free some.' },
    })
    expect(await full.database.getAllKeys('sessions')).toHaveLength(1)
    const keys = await full.database.getAllKeys('events')
    expect(new Set(keys.map(([session]) => session)).size).toBe(1)
  })

  it('no room for a log is told before anything of it is written', async () => {
    const author = await Profile.make()
    await author.write('one', ['x'.repeat(3_000_000)])
    const file = await author.file()
    const other = await Profile.make()
    vi.spyOn(navigator.storage, 'estimate').mockResolvedValue({ quota: 1000, usage: 990 })
    expect(await other.restoreAll(file)).toMatchObject({
      added: 0,
      problem: { message: expect.stringMatching(/no storage left/) },
    })
    expect(await other.database.getAllKeys('events')).toEqual([])
  })

  it('a cancel leaves the sessions that were whole by then', async () => {
    const file = await (await filled()).file()
    const other: Profile = await Profile.make({ onStored: async () => other.backups.cancel() })
    expect(await other.restoreAll(file)).toMatchObject({
      added: 1,
      problem: { message: 'It was cancelled.' },
    })
    expect(await other.database.getAllKeys('sessions')).toHaveLength(1)
    expect(await other.restoreAll(file)).toMatchObject({ added: 1 })
  })

  it('a cancel while one is written or read back leaves no file', async () => {
    for (const phase of ['writing', 'verifying']) {
      const profile: Profile = await Profile.make({
        onProgress: (progress) => progress?.phase === phase && profile.backups.cancel(),
      })
      await profile.write('one', ['Hello'])
      vi.spyOn(Date, 'now').mockImplementation(() => performance.now() * 1e6)
      expect(await profile.backups.backUp()).toMatchObject({ ok: false, error: { kind: 'cancelled' } })
      vi.restoreAllMocks()
      expect(await downloads()).toEqual([])
      expect((await profile.backups.state()).last).toBeUndefined()
    }
  })

  it('a file that is not what was written is no backup', async () => {
    const profile = await filled()
    const handle = await newFile()
    vi.spyOn(handle, 'getFile').mockImplementation(async () => {
      vi.restoreAllMocks()
      const bytes = await bytesOf(await handle.getFile())
      bytes[bytes.length - 200] = (bytes[bytes.length - 200] ?? 0) ^ 1
      return asFile(bytes)
    })
    expect(await profile.backups.backUp(handle)).toMatchObject({ ok: false, error: { kind: 'corrupt' } })
    expect((await profile.backups.state()).last).toBeUndefined()
  })

  it('a full disk while one is written is told, and what the chosen file had stays', async () => {
    const profile = await filled()
    const handle = await newFile()
    const before = await handle.createWritable()
    await before.write('before')
    await before.close()
    vi.spyOn(handle, 'createWritable').mockImplementation(async () => {
      vi.restoreAllMocks()
      const writing = await handle.createWritable()
      vi.spyOn(writing, 'write').mockRejectedValue(new DOMException('No room', 'QuotaExceededError'))
      return writing
    })
    expect(await profile.backups.backUp(handle)).toMatchObject({ ok: false, error: { kind: 'quota' } })
    expect(await (await handle.getFile()).text()).toBe('before')
  })

  it('one at a time is made, of all tabs', async () => {
    const profile = await filled()
    const outcomes = await Promise.all([profile.backups.backUp(), profile.backups.backUp()])
    expect(outcomes.map((outcome) => outcome.ok || outcome.error.kind)).toEqual([true, 'exists'])
  })

  it('of a log that is damaged in the browser it has what is whole, and names it', async () => {
    const profile = await filled()
    const [key] = await profile.database.getAllKeys('events', IDBKeyRange.bound(['one', 2], ['one', 2]))
    if (key) await profile.database.delete('events', key)
    await profile.database.put('sessions', {
      ...(await profile.database.get('sessions', 'one')),
      title: 'Hurt',
    } as never)
    const { damaged, file } = value(await profile.backups.backUp())
    expect(damaged).toEqual(['Hurt'])
    const other = await Profile.make()
    const { sessions } = value(await other.backups.inspect(file ?? asFile(new Uint8Array())))
    expect(sessions.find(({ id }) => id === 'one')?.cut).toMatchObject({ events: 1 })
  })

  it('content that is collected or moved while it is written is found or not needed', async () => {
    const profile = await filled()
    const { blobs } = profile
    let opened = 0
    const moving = await Profile.make({
      database: profile.database,
      contents: {
        // The first look finds nothing where it was, as after a clean-up by another tab.
        open: () =>
          (opened += 1) > 1
            ? blobs
            : { missing: async () => [], get: async (hashes) => hashes.map(() => undefined) },
        guard: (work) => work(),
      },
    })
    const other = await Profile.make()
    expect(await other.restoreAll(await moving.file())).toMatchObject({ added: 2, problem: undefined })
    expect([await other.text('one', 'a.txt'), await other.text('two', 'd.txt')]).toEqual(['first\n', 'd\n'])
    expect(ok(opened)).toEqual(ok(2))
  })
})

async function downloads(): Promise<string[]> {
  const root = await navigator.storage.getDirectory()
  const folder = await root.getDirectoryHandle('backups', { create: true })
  const names: string[] = []
  for await (const name of folder.keys()) names.push(name)
  return names.filter((name) => !name.endsWith('.crswap'))
}

async function newFile(): Promise<FileSystemFileHandle> {
  const root = await navigator.storage.getDirectory()
  return root.getFileHandle(`chosen-${crypto.randomUUID()}`, { create: true })
}
