import { beforeEach, describe, expect, it } from 'vitest'
import { bytes } from '../../../sandbox/contract/suite/contract-test-support.ts'
import type { Sandbox } from '../../../sandbox/contract/contract.ts'
import type { EventBody } from '../../protocol/events.ts'
import type { FileEdit } from '../../protocol/calls/files.ts'
import type { UserEdits } from './user-edits.ts'
import { editsInTest } from '../testing/user-edits.ts'

let sandbox: Sandbox
let edits: UserEdits
let log: EventBody[]

beforeEach(async () => {
  ;({ sandbox, edits, log } = await editsInTest())
  await sandbox.writeFile({ path: 'src/a.ts', data: bytes('a') })
  await sandbox.writeFile({ path: 'b.ts', data: bytes('b') })
})

async function tree(): Promise<string[]> {
  const found = await sandbox.glob({ id: 'glob', pattern: '**', includeIgnored: true })
  return found.ok ? found.value.paths.map((path) => path.replace('/workspace/', '')).sort() : []
}

const kindOf = async (list: readonly FileEdit[]) => {
  const done = await edits.edit(list)
  return done.ok ? 'ok' : done.error.kind
}

describe('edits of the tree', () => {
  it('are one step, which can be taken back as long as nothing else has changed', async () => {
    const done = await edits.edit([
      { kind: 'move', from: 'src', to: 'lib' },
      { kind: 'remove', path: 'b.ts' },
      { kind: 'file', path: 'new/c.ts', data: bytes('c') },
    ])
    expect(await tree()).toEqual(['lib/a.ts', 'new/c.ts'])
    expect(log.map((event) => event.type === 'checkpoint' && event.cause)).toEqual(['user', 'user'])
    if (!done.ok) throw new Error(done.error.message)
    expect(await edits.undo(done.value)).toEqual({ ok: true, value: undefined })
    expect(await tree()).toEqual(['b.ts', 'src/a.ts'])
  })

  it('are not taken back over what somebody has changed since', async () => {
    const done = await edits.edit([{ kind: 'remove', path: 'b.ts' }])
    if (!done.ok) throw new Error(done.error.message)
    await sandbox.writeFile({ path: 'other', data: bytes('of the agent') })
    expect(await edits.undo(done.value)).toMatchObject({ ok: false, error: { kind: 'not_permitted' } })
    expect(await tree()).toEqual(['other', 'src/a.ts'])
  })

  it.each<[string, readonly FileEdit[]]>([
    ['exists', [{ kind: 'file', path: 'b.ts', data: bytes('') }]],
    ['exists', [{ kind: 'folder', path: 'src' }]],
    ['exists', [{ kind: 'move', from: 'b.ts', to: 'src/a.ts' }]],
    ['exists', [{ kind: 'move', from: 'b.ts', to: 'src' }]],
    [
      'exists',
      [
        { kind: 'move', from: 'b.ts', to: 'same' },
        { kind: 'move', from: 'src/a.ts', to: 'same' },
      ],
    ],
    ['not_found', [{ kind: 'remove', path: 'none' }]],
    ['not_found', [{ kind: 'move', from: 'none', to: 'c' }]],
    ['not_directory', [{ kind: 'file', path: 'b.ts/c', data: bytes('') }]],
    ['invalid', [{ kind: 'move', from: 'src', to: 'src/inside' }]],
    ['not_permitted', [{ kind: 'file', path: '../out', data: bytes('') }]],
    ['not_permitted', [{ kind: 'move', from: 'b.ts', to: '/home/user/b.ts' }]],
    ['not_permitted', [{ kind: 'remove', path: '/workspace' }]],
    ['not_permitted', [{ kind: 'remove', path: '.' }]],
    ['not_permitted', [{ kind: 'file', path: 'b.ts', data: bytes('n'), over: { content: bytes('old') } }]],
  ])('fail with %s before anything is done: %j', async (kind, list) => {
    expect(await kindOf([{ kind: 'folder', path: 'made' }, ...list])).toBe(kind)
    expect(await tree()).toEqual(['b.ts', 'src/a.ts'])
    expect((await sandbox.stat('made')).ok).toBe(false)
  })

  it('replace a file where they are told to', async () => {
    expect(
      await kindOf([{ kind: 'file', path: 'b.ts', data: bytes('n'), over: { content: bytes('b') } }]),
    ).toBe('ok')
    expect(await kindOf([{ kind: 'file', path: 'b.ts', data: bytes('m'), over: 'anything' }])).toBe('ok')
    expect(await sandbox.readFile('b.ts')).toEqual({ ok: true, value: bytes('m') })
  })

  it('take names as they are', async () => {
    const name = 'ünï 🎉\n"quoted" $(x)'
    expect(await kindOf([{ kind: 'move', from: 'b.ts', to: name }])).toBe('ok')
    expect(await sandbox.readFile(name)).toEqual({ ok: true, value: bytes('b') })
    expect((await sandbox.stat('b.ts')).ok).toBe(false)
  })
})

describe('rejecting changes of the agent', () => {
  const rejected = [{ path: 'b.ts', what: 'line 1' }]
  const over = { content: bytes('b') }

  it('is one step, and stands in the log for the agent to be told', async () => {
    const done = await edits.reject(
      [{ kind: 'file', path: 'b.ts', data: bytes('was'), over, mode: 0o755 }],
      rejected,
    )
    if (!done.ok) throw new Error(done.error.message)
    expect(log.at(-1)).toEqual({ type: 'changes_rejected', root: done.value.before, files: rejected })
    const stat = await sandbox.stat('b.ts')
    expect(stat.ok && stat.value.mode).toBe(0o755)
    expect(await sandbox.readFile('b.ts')).toEqual({ ok: true, value: bytes('was') })
  })

  it('is refused, and tells nobody, where a file is no longer what was looked at', async () => {
    await sandbox.writeFile({ path: 'b.ts', data: bytes('other') })
    for (const edit of [
      { kind: 'file', path: 'b.ts', data: bytes('was'), over },
      { kind: 'remove', path: 'b.ts', over },
    ] satisfies FileEdit[]) {
      const done = await edits.reject([edit], rejected)
      expect(done.ok ? 'ok' : done.error.message).toMatch(/"b.ts" has changed meanwhile/)
    }
    expect(log.some(({ type }) => type === 'changes_rejected')).toBe(false)
    expect(await sandbox.readFile('b.ts')).toEqual({ ok: true, value: bytes('other') })
  })
})
