/** Accepted versions of files that steer the agent: a backup has their bytes, also where no session needs them. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { concatenate } from '../../../sandbox/contract/bytes.ts'
import type { BlobStore } from '../../../sandbox/contract/contract.ts'
import { fail } from '../../../sandbox/contract/errors.ts'
import { STEERING_VERSIONS } from '../../limits.ts'
import { IdbBlobStore } from '../contents/blob-store.ts'
import { contentHash } from '../store/content-hash.ts'
import { ContentUse } from '../store/content-use.ts'
import type { Database } from '../store/database.ts'
import { noteHashes } from '../storage/note-hashes.ts'
import { Storage } from '../storage/storage.ts'
import { dropDatabases } from '../testing/database.ts'
import { BackupFile } from './backup-file.ts'
import { decodeContents, encodeContents } from './content-record.ts'
import { encodeJson, readEnd } from './shapes.ts'
import { closeProfiles, forged, NOTHING_CHOSEN, Profile, value } from './test-support.ts'

afterEach(async () => {
  closeProfiles()
  await dropDatabases()
})

const KEY = 'import abc'
const MINE = 'As the user wants it.'
const ALL_RULES = { ...NOTHING_CHOSEN, rules: true }

const bytesOf = (text: string) => new TextEncoder().encode(text)

function accept(profile: Profile, ...versions: readonly string[]): void {
  const accepted = versions.map((version) => ({ path: 'CLAUDE.md', version }))
  profile.workspaces.set(KEY, { at: 1, accepted })
}

async function store(
  { blobs }: { readonly blobs: Pick<BlobStore, 'put'> },
  content: string | Uint8Array<ArrayBuffer>,
): Promise<string> {
  const data = typeof content === 'string' ? bytesOf(content) : content
  const hash = await contentHash(data)
  value(await blobs.put([{ hash, data }]))
  return hash
}

async function textOf({ blobs }: Profile, hash: string): Promise<string | undefined> {
  const [data] = await blobs.get([hash])
  return data && new TextDecoder().decode(data)
}

/** By a tab of its own, which begins with it. */
async function cleanUp(database: Database, held: () => unknown): Promise<void> {
  const use = new ContentUse({
    locks: navigator.locks,
    name: database.name,
    newId: () => crypto.randomUUID(),
  })
  const hashes = async () => {
    const noted = new Set<string>()
    noteHashes(held(), noted)
    return noted
  }
  const holders = [{ name: 'accepted_versions', hashes } as const]
  value(await new Storage({ database, use, holders }).cleanUp())
  use.close()
}

/** With one session, and a version that it does not have. */
async function author(): Promise<{ readonly profile: Profile; readonly hash: string }> {
  const profile = await Profile.make()
  await profile.write('one', ['Hello'])
  await profile.step('one', { 'a.txt': 'a\n' })
  const hash = await store(profile, MINE)
  accept(profile, hash)
  return { profile, hash }
}

const rulesIn = async (profile: Profile, file: File) => value(await profile.backups.inspect(file)).rules

describe('an accepted version that no session has', () => {
  it('comes with the entry that names it, as a file, a program, a link, or none', async () => {
    const profile = await Profile.make()
    const texts = [MINE, 'x'.repeat(3_000_000), '#!/bin/sh\n', 'docs/AGENTS.md']
    const hashes = await Promise.all(texts.map((text) => store(profile, text)))
    const marks = ['', '', '+x', '@']
    accept(profile, ...hashes.map((hash, index) => `${hash}${marks[index]}`), 'none')
    const other = await Profile.make()
    const file = await profile.file()
    expect(await rulesIn(other, file)).toMatchObject([{ key: KEY, accepted: 5, lacking: 0 }])
    expect(value(await other.backups.restore(ALL_RULES))).toMatchObject({ rules: 1, problem: undefined })
    expect(await Promise.all(hashes.map((hash) => textOf(other, hash)))).toEqual(texts)
    expect(other.workspaces.get(KEY)).toEqual(profile.workspaces.get(KEY))
    expect(await rulesIn(other, file)).toEqual([])
  })

  it('is there before its entry: no clean-up in between takes it away, nor a later one', async () => {
    const { profile, hash } = await author()
    const file = await profile.file()
    const other: Profile = await Profile.make({
      workspaces: {
        all: async () => other.workspaces,
        takeIn: async (taken) => {
          await cleanUp(other.database, () => undefined)
          expect(await new IdbBlobStore(other.database).missing([hash])).toEqual([])
          for (const [key, entry] of taken) other.workspaces.set(key, entry)
        },
        markProject: async (_, mark) => mark,
      },
    })
    await other.restoreAll(file, { rules: true })
    expect(await textOf(other, hash)).toBe(MINE)
    other.use.close()
    await cleanUp(other.database, () => [...other.workspaces])
    expect(await new IdbBlobStore(other.database).missing([hash])).toEqual([])
    await cleanUp(other.database, () => undefined)
    expect(await new IdbBlobStore(other.database).missing([hash])).toEqual([hash])
  })

  it('stays where the file lacks it and it is here, though a clean-up comes before its entry', async () => {
    const profile = await Profile.make()
    const hash = await contentHash(bytesOf(MINE))
    accept(profile, hash)
    const file = await profile.file()
    const other: Profile = await Profile.make({
      workspaces: {
        all: async () => other.workspaces,
        takeIn: () => cleanUp(other.database, () => undefined),
        markProject: async (_, mark) => mark,
      },
    })
    await store({ blobs: new IdbBlobStore(other.database) }, MINE)
    await other.restoreAll(file, { rules: true })
    expect(await textOf(other, hash)).toBe(MINE)
  })

  it('does not come with sessions alone, which need no room for it', async () => {
    const { profile, hash } = await author()
    const { profile: plain } = await author()
    plain.workspaces.clear()
    const other = await Profile.make()
    const listed = value(await other.backups.inspect(await profile.file()))
    expect(await other.restoreAll(await profile.file())).toMatchObject({ added: 1, rules: 0 })
    expect(await other.blobs.missing([hash])).toEqual([hash])
    expect(other.workspaces.size).toBe(0)
    expect(await other.text('one', 'a.txt')).toBe('a\n')
    const without = await Profile.make()
    expect(value(await without.backups.inspect(await plain.file())).sessions).toEqual(listed.sessions)
  })

  it('for which there is no room leaves the entries as they are, and says so', async () => {
    const { profile } = await author()
    const here = await Profile.make()
    const full = await Profile.make({
      blobs: {
        missing: (hashes) => here.blobs.missing(hashes),
        put: async () => fail('quota', 'The browser has no storage left.', { hint: 'Free some.' }),
      },
    })
    value(await full.backups.inspect(await profile.file()))
    expect(value(await full.backups.restore(ALL_RULES))).toMatchObject({
      rules: 0,
      problem: { message: 'The browser has no storage left.', hint: 'Free some.' },
    })
    expect(full.workspaces.size).toBe(0)
  })

  it('is in the file once, where a session has it, too', async () => {
    const { profile } = await author()
    await profile.step('one', { 'CLAUDE.md': MINE })
    const file = await profile.file()
    const { objects, counted } = await objectsIn(file)
    expect(objects.filter((text) => text === MINE)).toEqual([MINE])
    expect(counted).toBe(objects.length)
    const other = await Profile.make()
    expect(await other.restoreAll(file)).toMatchObject({ added: 1 })
    expect(await other.text('one', 'CLAUDE.md')).toBe(MINE)
  })
})

describe('an accepted version whose bytes are lost', () => {
  it('where the backup is made is lacking in it, unless the bytes are where it is restored', async () => {
    const { profile, hash } = await author()
    accept(profile, '0'.repeat(64), hash)
    const file = await profile.file()
    const other = await Profile.make()
    expect(await rulesIn(other, file)).toMatchObject([{ accepted: 2, lacking: 1 }])
    expect(await other.restoreAll(file, { rules: true })).toMatchObject({ rules: 1, problem: undefined })
    expect(other.workspaces.get(KEY)).toEqual(profile.workspaces.get(KEY))
    expect(await textOf(other, hash)).toBe(MINE)
    accept(profile, await store(other, 'elsewhere'))
    expect(await rulesIn(other, await profile.file())).toMatchObject([{ accepted: 1, lacking: 0 }])
  })

  it('where it is restored comes back, though the entry is the same', async () => {
    const { profile, hash } = await author()
    const other = await Profile.make()
    accept(other, hash)
    const file = await profile.file()
    expect(await rulesIn(other, file)).toMatchObject([{ key: KEY, accepted: 1, lacking: 0 }])
    expect(await other.restoreAll(file, { rules: true })).toMatchObject({ rules: 1 })
    expect(await textOf(other, hash)).toBe(MINE)
    expect(await rulesIn(other, file)).toEqual([])
  })

  it('in a damaged file costs nothing else', async () => {
    const { profile, hash } = await author()
    const bytes = new Uint8Array(await (await profile.file()).arrayBuffer())
    const [first] = await recordsIn(new Blob([bytes]))
    const at = first?.at ?? 0
    bytes[at] = (bytes[at] ?? 0) ^ 1
    const file = new File([bytes], 'a.vivbackup')
    const other = await Profile.make()
    expect(value(await other.backups.inspect(file))).toMatchObject({
      damagedParts: 1,
      sessions: [{ id: 'one', lacking: 0, cut: undefined }],
      rules: [{ key: KEY, lacking: 1 }],
    })
    expect(await other.restoreAll(file, { rules: true })).toMatchObject({ added: 1, rules: 1 })
    expect(await other.text('one', 'a.txt')).toBe('a\n')
    expect(await other.blobs.missing([hash])).toEqual([hash])
  })

  it('in a file that is another one by then leaves the entries as they are, and says so', async () => {
    const profile = await Profile.make()
    // Larger than what is read of a file at once.
    const parts = Array.from({ length: 70 }, () => crypto.getRandomValues(new Uint8Array(65_536)))
    accept(profile, await store(profile, concatenate(parts)))
    const file = await profile.file()
    const bytes = new Uint8Array(await file.arrayBuffer())
    const [first] = await recordsIn(file)
    bytes.fill(0xff, first?.at, (first?.at ?? 0) + 100)
    const other = await Profile.make()
    value(await other.backups.inspect(file))
    vi.spyOn(file, 'slice').mockImplementation((from, to) => new Blob([bytes]).slice(from, to))
    expect(value(await other.backups.restore(ALL_RULES))).toMatchObject({
      rules: 0,
      problem: { message: expect.stringMatching(/^Rules and trust of workspaces were not restored: /) },
    })
    expect(other.workspaces.size).toBe(0)
  })
})

describe('accepted versions that somebody has made up', () => {
  const values = (...versions: readonly string[]) =>
    encodeJson({
      settings: {},
      workspaces: [[KEY, { at: 1, accepted: versions.map((version) => ({ path: 'CLAUDE.md', version })) }]],
      usageDays: [],
    })

  it('that name no content bring none, and what they name by another name neither', async () => {
    const data = bytesOf('content')
    const hash = await contentHash(data)
    const lie = hash.replace(/^./, hash.startsWith('0') ? '1' : '0')
    const file = await forged([
      ['values', values('../x', '', `${hash}z`, lie, '__proto__')],
      ['contents', encodeContents([{ hash: lie, data, like: undefined }])],
      ['contents', encodeContents([{ hash, data, like: undefined }])],
    ])
    const other = await Profile.make()
    expect(await rulesIn(other, file)).toMatchObject([{ accepted: 5, lacking: 1 }])
    expect(value(await other.backups.restore(ALL_RULES))).toMatchObject({ rules: 1, problem: undefined })
    expect(await other.blobs.missing([hash, lie])).toEqual([hash, lie])
  })

  it('are no more than a workspace may have, the latest', async () => {
    const known = Array.from({ length: STEERING_VERSIONS + 100 }, (_, index) =>
      index.toString(16).padStart(64, '0'),
    )
    const file = await forged([['values', values(...known)]])
    const other = await Profile.make()
    const most = STEERING_VERSIONS
    expect(await rulesIn(other, file)).toMatchObject([{ accepted: most, lacking: most }])
    value(await other.backups.restore(ALL_RULES))
    const { accepted = [] } = other.workspaces.get(KEY) ?? {}
    expect(accepted.map(({ version }) => version)).toEqual(known.slice(-most))
  })
})

/** Records with contents. */
async function recordsIn(blob: Blob) {
  const found = []
  for await (const record of new BackupFile(blob).records())
    if (record.head.kind === 'contents') found.push(record)
  return found
}

/** Contents as texts, and how many the file's end counts. */
async function objectsIn(blob: Blob): Promise<{ readonly objects: string[]; readonly counted: number }> {
  const file = new BackupFile(blob)
  const objects: string[] = []
  let counted = 0
  for await (const record of file.records()) {
    const plain = await file.plain(record)
    if (record.head.kind === 'end') counted = readEnd(plain).objects
    if (record.head.kind === 'contents')
      objects.push(...decodeContents(plain).map(({ data }) => new TextDecoder().decode(data)))
  }
  return { objects, counted }
}
