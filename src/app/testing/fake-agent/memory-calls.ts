/** The notes of the fake agent: in memory, with every version. */
import type { AgentApi } from '../../../agent/protocol/calls/agent-api.ts'
import {
  NOTE_TYPES,
  type ListedNote,
  type MemoryApi,
  type MemoryList,
  type NoteOrigin,
  type NoteSource,
  type RememberOptions,
} from '../../../agent/protocol/calls/memory.ts'
import type { RecalledTurn } from '../../../agent/protocol/calls/memory.ts'
import { fail, ok, type Result } from '../../../sandbox/contract/errors.ts'
import type { FakeAgent } from './fake-agent.ts'

interface FakeVersion {
  /** Undefined: deleted. */
  readonly text: string | undefined
  readonly origin: NoteOrigin
  readonly source: NoteSource
  readonly at: number
}

export interface FakeMemory {
  project: MemoryList['project']
  isOn: boolean
  isNewer: boolean
  index: MemoryList['index']
  /** Versions by path, the current one last. */
  readonly notes: Map<string, FakeVersion[]>
  /** Turns of past sessions, which every question finds. */
  turns: readonly RecalledTurn[]
  /** Facts about a note that the fake does not find by itself. */
  readonly facts: Map<string, Partial<ListedNote>>
}

export function fakeMemory(): FakeMemory {
  return {
    project: { id: 'p1', name: 'dates' },
    isOn: true,
    isNewer: false,
    index: { lines: 0, bytes: 0, cut: 'no' },
    notes: new Map(),
    turns: [],
    facts: new Map(),
  }
}

const USER: NoteSource = { by: 'user', session: 's1' }

/** A note as somebody wrote it; the user by default. */
export function putNote(
  { memory }: FakeAgent,
  path: string,
  text: string | undefined,
  { origin = 'user', source = USER, at = Date.now(), ...facts }: Partial<FakeVersion & ListedNote> = {},
): void {
  memory.notes.set(path, [...(memory.notes.get(path) ?? []), { text, origin, source, at }])
  memory.facts.set(path, facts)
}

export function memoryCalls(fake: FakeAgent): Pick<AgentApi, 'memory'> {
  const { memory } = fake
  const versionsOf = (path: string) => memory.notes.get(path) ?? []
  const textOf = (path: string) => versionsOf(path).at(-1)?.text
  const gone = (path: string) => fail('not_found', `There is no note ${path}.`)
  /** Why nothing can be changed. */
  const refusal = (): Result<never> | undefined => {
    if (memory.isNewer) return fail('unsupported', 'A newer version has written these notes.')
    if (!fake.settingsNow.memory || !memory.isOn) return fail('not_permitted', 'The memory is switched off.')
    return undefined
  }
  const change = <Rest extends unknown[], T>(
    name: string,
    run: (path: string, ...rest: Rest) => Result<T>,
  ) => {
    return async (path: string, ...rest: Rest): Promise<Result<T>> => {
      fake.calls.push(`${name}: ${path}`)
      return refusal() ?? run(path, ...rest)
    }
  }
  const remember = (text: string, { scope = 'project', type, messageId }: RememberOptions = {}) => {
    const name = nameOf(text)
    const path = `${scope === 'everywhere' ? 'everywhere/' : ''}${name}.md`
    const head = type === undefined ? '' : `---\nname: ${name}\ntype: ${type}\n---\n`
    putNote(fake, path, `${head}${text}\n`, {
      source: { ...USER, ...(messageId !== undefined && { messages: [messageId] }) },
    })
    return ok(path)
  }
  const api: MemoryApi = {
    list: async () => ok(listOf(fake)),
    read: async (path, version) => {
      const text = (version === undefined ? versionsOf(path).at(-1) : versionsOf(path)[version - 1])?.text
      return text === undefined ? gone(path) : ok({ text, hash: hashOf(text) })
    },
    write: async ({ path, text, base }) => {
      fake.calls.push(`write: ${path}`)
      const refused = refusal()
      if (refused) return refused
      const there = textOf(path)
      const hash = there === undefined ? null : hashOf(there)
      if (base !== undefined && base !== hash) return fail('exists', `${path} was changed elsewhere.`)
      putNote(fake, path, text, memory.facts.get(path))
      return ok(path)
    },
    remember: change('remember', remember),
    confirm: change('confirm', (path, hash: string) => {
      const last = versionsOf(path).at(-1)
      if (last?.text === undefined) return gone(path)
      if (hashOf(last.text) !== hash) return fail('exists', `${path} has another text than the one shown.`)
      putNote(fake, path, last.text, { ...memory.facts.get(path), source: last.source })
      return ok(undefined)
    }),
    remove: change('remove', (path) => {
      if (textOf(path) === undefined) return gone(path)
      putNote(fake, path, undefined, memory.facts.get(path))
      return ok(undefined)
    }),
    undo: change('undo', (path) => {
      const versions = versionsOf(path)
      if (versions.length === 0) return gone(path)
      memory.notes.set(path, versions.slice(0, -1))
      return ok(undefined)
    }),
    recall: async (query, limit = 5, only?) => {
      const words = query.toLowerCase().split(/\s+/)
      const notes = [...memory.notes.keys()].flatMap((path) => {
        const last = versionsOf(path).at(-1)
        return last?.text === undefined ? [] : [{ ...last, path, text: last.text }]
      })
      const found = notes
        .filter(({ text }) => only === undefined && words.some((word) => text.toLowerCase().includes(word)))
        .map(({ path, text, origin, at }) => ({
          ...{ kind: 'note' as const, id: `/memory/${path}`, score: 1, text, focus: 0, at },
          ...{ path, origin },
        }))
      return ok({ found: [...found, ...memory.turns].slice(0, limit), cut: false })
    },
    history: async (path) =>
      ok(
        versionsOf(path).map(({ text, ...version }, index, all) => ({
          ...version,
          number: index + 1,
          hash: text === undefined ? undefined : hashOf(text),
          isCurrent: index === all.length - 1,
        })),
      ),
    restore: change('restore', (path, number: number) => {
      const version = versionsOf(path)[number - 1]
      if (version === undefined) return gone(path)
      memory.notes.set(path, [...versionsOf(path), { ...version, at: Date.now() }])
      return ok(undefined)
    }),
    setOn: async (isOn) => {
      memory.isOn = isOn
      return ok(undefined)
    },
    pack: async () => ok(new TextEncoder().encode([...memory.notes.keys()].join('\n'))),
    takeIn: async (files, scope) => {
      const taken: string[] = []
      const left: { name: string; reason: string }[] = []
      for (const { name, data } of files) {
        const path = `${scope === 'everywhere' ? 'everywhere/' : ''}${name}`
        if (!name.endsWith('.md')) left.push({ name, reason: 'It is no Markdown file.' })
        else {
          const source = { by: 'import' } as const
          putNote(fake, path, new TextDecoder().decode(data), { origin: 'unconfirmed', source })
          taken.push(path)
        }
      }
      return ok({ taken, left })
    },
  }
  return { memory: api }
}

function listOf({ memory, settingsNow }: FakeAgent): MemoryList {
  const last = [...memory.notes].flatMap(([path, versions]) => {
    const version = versions.at(-1)
    return version ? [{ path, version, versions }] : []
  })
  const listed = last
    .flatMap(({ path, version: { text, at, ...rest } }): ListedNote[] => {
      if (text === undefined) return []
      const type = NOTE_TYPES.find((known) => text.includes(`\ntype: ${known}\n`))
      return [
        {
          ...{ path, scope: scopeOf(path), ...rest, hash: hashOf(text), updatedAt: at, canUndo: true },
          ...{ title: titleOf(text), excerpt: bodyOf(text).slice(0, 200), bytes: text.length },
          ...{ stale: [], faults: type === undefined ? (['no type'] as const) : [] },
          ...(type !== undefined && { type }),
          ...memory.facts.get(path),
        },
      ]
    })
    .toSorted((a, b) => b.updatedAt - a.updatedAt)
  const removed = last.flatMap(({ path, version, versions }) =>
    version.text === undefined
      ? [
          {
            ...{ path, scope: scopeOf(path), updatedAt: version.at },
            title: titleOf(versions.at(-2)?.text ?? path),
          },
        ]
      : [],
  )
  const { project, isOn, isNewer, index } = memory
  const limits = { lines: 200, bytes: 25_000, fileBytes: 8 * 1024 * 1024 }
  return { project, isOn, isNewer, index, limits, isOnEverywhere: settingsNow.memory, notes: listed, removed }
}

function scopeOf(path: string): ListedNote['scope'] {
  return path.startsWith('everywhere/') ? 'everywhere' : 'project'
}

function bodyOf(text: string): string {
  return text.replace(/^---\n[\s\S]*?\n---\n/, '').trim()
}

function titleOf(text: string): string {
  return /^---\nname: (.*)\n/.exec(text)?.[1] ?? bodyOf(text).split('\n')[0] ?? ''
}

function nameOf(text: string): string {
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? ['note']
  return words.slice(0, 6).join('-')
}

/** Differs for different texts; no SHA-256, which nothing here relies on. */
function hashOf(text: string): string {
  let hash = 0
  for (const char of text) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) >>> 0
  return hash.toString(16).padStart(8, '0')
}
