import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Errno, O } from '../syscalls.ts'
import type { PollEntry } from '../syscalls.ts'
import { FileTable } from '../vfs/file-table.ts'
import { createStandardVfs } from '../vfs/standard-tree.ts'
import { pollWhenReady, readPlace, readPoll } from './descriptor-requests.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const text = (data: Uint8Array | undefined) => new TextDecoder().decode(data)

function setUp() {
  const vfs = createStandardVfs()
  vfs.writeFile('/tmp/f', bytes('0123456789'))
  return new FileTable(vfs)
}

function codeOf(call: () => unknown): string {
  try {
    call()
    return 'none'
  } catch (error) {
    return error instanceof Errno ? error.code : String(error)
  }
}

describe('seek', () => {
  it('moves the position that reads and writes go on from, and is shared with copies', () => {
    const files = setUp()
    const fd = files.open('/tmp/f', O.RDWR)
    const copy = files.dup(fd, { from: 10 })
    expect([
      copy,
      files.get(fd, 'lseek').seek(-3, 'end'),
      text(files.get(copy, 'read').tryRead(2, null)),
      files.get(fd, 'lseek').seek(0, 'current'),
      files.get(fd, 'lseek').seek(1, 'start'),
      codeOf(() => files.get(fd, 'lseek').seek(-1, 'start')),
      codeOf(() => files.get(files.pipe()[0], 'lseek').seek(0, 'start')),
    ]).toEqual([10, 7, '78', 9, 1, 'EINVAL', 'ESPIPE'])
  })
})

describe('dup', () => {
  it('puts a copy where it is wanted, and closes what was there', () => {
    const files = setUp()
    const [input, output] = files.pipe()
    const file = files.open('/tmp/f', O.RDONLY)
    expect(files.dup(file, { at: output })).toBe(output)
    expect(text(files.get(output, 'read').tryRead(3, null))).toBe('012')
    // Nobody writes to the pipe any more.
    expect(files.get(input, 'read').tryRead(1, null)).toEqual(new Uint8Array(0))
    expect(files.dup(file, { at: file })).toBe(file)
    expect([codeOf(() => files.dup(99, { from: 0 })), codeOf(() => files.dup(file, { at: 5000 }))]).toEqual([
      'EBADF',
      'EBADF',
    ])
  })
})

describe('poll', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const polled = (files: FileTable, entries: readonly PollEntry[], timeoutMs: number | null) => {
    const seen: (readonly PollEntry[])[] = []
    const callOff = pollWhenReady(files, { entries, timeoutMs }, (ready) => seen.push(ready))
    return { seen, callOff }
  }

  it('answers at once where nothing would block, and for what is not open', () => {
    const files = setUp()
    const file = files.open('/tmp/f', O.RDWR)
    const [input, output] = files.pipe()
    const both = { read: true, write: true }
    const { seen } = polled(
      files,
      [
        { fd: file, ...both },
        { fd: input, ...both },
        { fd: output, ...both },
        { fd: 99, ...both },
      ],
      null,
    )
    expect(seen).toEqual([
      [
        { fd: file, ...both },
        { fd: output, read: false, write: true },
        { fd: 99, ...both },
      ],
    ])
  })

  it('waits for the first that is written to, or ends', () => {
    const files = setUp()
    const [first] = files.pipe()
    const [second, output] = files.pipe()
    const entries = [first, second].map((fd) => ({ fd, read: true, write: false }))
    const written = polled(files, entries, null)
    expect(written.seen).toEqual([])
    files.get(output, 'write').tryWrite(bytes('x'), null)
    expect(written.seen).toEqual([[entries[1]]])
    files.get(second, 'read').tryRead(1, null)
    const ended = polled(files, entries, null)
    files.close(output)
    expect(ended.seen).toEqual([[entries[1]]])
  })

  it('waits for room, and no longer than it should', () => {
    const files = setUp()
    const [input, output] = files.pipe()
    const room = [{ fd: output, read: false, write: true }]
    while (files.get(output, 'write').tryWrite(new Uint8Array(65_536), null) > 0);
    const tooShort = polled(files, room, 50)
    vi.advanceTimersByTime(49)
    expect(tooShort.seen).toEqual([])
    vi.advanceTimersByTime(1)
    expect(tooShort.seen).toEqual([[]])
    const longer = polled(files, room, 1000)
    const calledOff = polled(files, room, 1000)
    calledOff.callOff()
    files.get(input, 'read').tryRead(200_000, null)
    expect([longer.seen, calledOff.seen]).toEqual([[room], []])
    vi.advanceTimersByTime(2000)
    expect([longer.seen.length, calledOff.seen.length]).toEqual([1, 0])
  })

  it('is not asked for otherwise', () => {
    const entry = { fd: 1, read: true, write: false }
    expect(readPoll({ entries: [entry] })).toEqual({ entries: [entry], timeoutMs: null })
    for (const value of [
      {},
      { entries: [{ fd: -1, read: true, write: true }] },
      { entries: [null] },
      { entries: [entry], timeoutMs: -1 },
      { entries: Array.from({ length: 2000 }, () => entry) },
    ]) {
      expect(codeOf(() => readPoll(value))).toBe('EINVAL')
    }
    expect([readPlace({ at: 1 }), readPlace({ from: 0 }), codeOf(() => readPlace({ at: 1.5 }))]).toEqual([
      { at: 1 },
      { from: 0 },
      'EINVAL',
    ])
  })
})
