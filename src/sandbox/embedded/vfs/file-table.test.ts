import { describe, expect, it } from 'vitest'
import { Errno, O } from '../syscalls.ts'
import { readWhenReady, writeWhenReady } from './blocking.ts'
import { FileTable } from './file-table.ts'
import { OpenFile } from './open-file.ts'
import { Pipe } from './pipe.ts'
import { createStandardVfs } from './standard-tree.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const text = (data: Uint8Array | undefined) => data && new TextDecoder().decode(data)

function code(run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    return error instanceof Errno ? error.code : error
  }
}

function setUp() {
  const vfs = createStandardVfs()
  return { vfs, files: new FileTable(vfs) }
}

describe('descriptors', () => {
  it('change nothing by writing nothing, also behind the end', () => {
    const { vfs, files } = setUp()
    vfs.writeFile('/tmp/f', bytes('abc'))
    vfs.utimes('/tmp/f', 1, 2)
    const before = vfs.volume.quota.bytes
    const fd = files.open('/tmp/f', O.WRONLY)
    expect(files.get(fd, 'write').tryWrite(bytes(''), 100)).toBe(0)
    expect(vfs.stat('/tmp/f')).toMatchObject({ size: 3, mtimeMs: 2 })
    expect(vfs.volume.quota.bytes).toBe(before)
  })

  it('say of a folder what Linux says when a new file is wanted there, with and without a slash', () => {
    const { vfs, files } = setUp()
    vfs.mkdir('/tmp/d', 0o755, false)
    vfs.writeFile('/tmp/f', bytes(''))
    const paths = ['/', '/tmp/d', '/tmp/d/', '/tmp/d/..', '/tmp/d/../', '/tmp/d/./', '/tmp/f/', '/tmp/n/']
    const flags = O.WRONLY | O.CREAT
    expect(
      paths.map((path) => [
        path,
        code(() => files.open(path, flags | O.EXCL, 0o600)),
        code(() => files.open(path, flags, 0o600)),
        code(() => vfs.copyFile('/tmp/f', path, true)),
        code(() => vfs.copyFile('/tmp/f', path, false)),
      ]),
    ).toEqual(
      ['EEXIST', 'EEXIST', 'EISDIR', 'EEXIST', 'EEXIST', 'EEXIST', 'EISDIR', 'EISDIR'].map(
        (exclusive, index) => [paths[index], exclusive, 'EISDIR', exclusive, 'EISDIR'],
      ),
    )
  })

  it('read and write a file after its name is gone, and give its bytes back when closed', () => {
    const { vfs, files } = setUp()
    const before = vfs.volume.quota.bytes
    const fd = files.open('/tmp/x', O.RDWR | O.CREAT, 0o600)
    const file = files.get(fd, 'test')
    file.tryWrite(bytes('hello'), null)
    vfs.unlink('/tmp/x')
    file.tryWrite(bytes('!'), 5)
    const open = [text(file.tryRead(10, 0)), files.fstat(fd).nlink, vfs.volume.quota.bytes - before]
    files.close(fd)
    expect([open, vfs.volume.quota.bytes - before, code(() => files.fstat(fd))]).toEqual([
      ['hello!', 0, 6],
      0,
      'EBADF',
    ])
  })

  it('keep one position between duplicates and their own between separate opens', () => {
    const { vfs, files } = setUp()
    vfs.writeFile('/tmp/x', bytes('abcdef'))
    const one = files.get(files.open('/tmp/x', O.RDONLY), 'test')
    const same = files.get(files.add(one.retain()), 'test')
    const other = files.get(files.open('/tmp/x', O.RDONLY), 'test')
    expect([one.tryRead(2, null), same.tryRead(2, null), other.tryRead(2, null)].map(text)).toEqual([
      'ab',
      'cd',
      'ab',
    ])
  })

  it('append at the end, whatever position is asked', () => {
    const { vfs, files } = setUp()
    vfs.writeFile('/tmp/x', bytes('abc'))
    files.get(files.open('/tmp/x', O.WRONLY | O.APPEND), 'test').tryWrite(bytes('d'), 0)
    expect(text(vfs.readFile('/tmp/x'))).toBe('abcd')
  })

  it('refuse the wrong direction, directories and too many', () => {
    const { vfs, files } = setUp()
    vfs.writeFile('/tmp/x', bytes('abc'))
    const reading = files.get(files.open('/tmp/x', O.RDONLY), 'test')
    const writing = files.get(files.open('/tmp/x', O.WRONLY), 'test')
    const directory = files.get(files.open('/tmp', O.RDONLY), 'test')
    const wrong = [
      code(() => reading.tryWrite(bytes('x'), null)),
      code(() => writing.tryRead(1, null)),
      code(() => directory.tryRead(1, null)),
    ]
    const many = code(() => {
      for (;;) files.open('/tmp/x', O.RDONLY)
    })
    expect([wrong, many]).toEqual([['EBADF', 'EBADF', 'EISDIR'], 'EMFILE'])
  })

  it('reach devices and, by /dev/stdout, the process’s own output', () => {
    const { files } = setUp()
    const pipe = new Pipe()
    files.add(new OpenFile({ type: 'source', source: new Pipe().source }, O.RDONLY))
    files.add(new OpenFile({ type: 'sink', sink: pipe.sink }, O.WRONLY))
    files.get(files.open('/dev/stdout', O.WRONLY), 'test').tryWrite(bytes('out'), null)
    const zero = files.get(files.open('/dev/zero', O.RDONLY), 'test')
    const random = files.get(files.open('/dev/urandom', O.RDONLY), 'test')
    const none = files.get(files.open('/dev/null', O.RDWR), 'test')
    expect([
      text(pipe.source.tryRead(10)),
      [...(zero.tryRead(3, null) ?? [])],
      random.tryRead(100_000, null)?.length,
      none.tryRead(3, null)?.length,
      none.tryWrite(bytes('abc'), null),
    ]).toEqual(['out', [0, 0, 0], 100_000, 0, 3])
  })
})

describe('pipes', () => {
  const ends = (capacity: number) => {
    const pipe = new Pipe(capacity)
    const reader = new OpenFile({ type: 'source', source: pipe.source }, O.RDONLY)
    const writer = new OpenFile({ type: 'sink', sink: pipe.sink }, O.WRONLY)
    return { reader, writer }
  }

  it('let a reader wait for data and tell it the end', () => {
    const { reader, writer } = ends(100)
    const seen: unknown[] = []
    const read = () =>
      readWhenReady(reader, { length: 10, position: null }, (outcome) =>
        seen.push(outcome.ok ? text(outcome.value) : outcome.error.code),
      )
    read()
    seen.push('nothing yet')
    writer.tryWrite(bytes('data'), null)
    read()
    writer.release()
    expect(seen).toEqual(['nothing yet', 'data', ''])
  })

  it('let a writer wait for room until everything is through', () => {
    const { reader, writer } = ends(8192)
    const big = new Uint8Array(20_000).map((_, index) => index % 251)
    const seen: unknown[] = []
    writeWhenReady(writer, { data: big, position: null }, (outcome) => seen.push(outcome))
    const parts: number[] = []
    for (let data = reader.tryRead(5000, null); data; data = reader.tryRead(5000, null)) parts.push(...data)
    expect([parts, seen]).toEqual([[...big], [{ ok: true, value: 20_000 }]])
  })

  it('fail a writer, also one that waits, when nobody reads any more', () => {
    const { reader, writer } = ends(10)
    const seen: unknown[] = []
    writer.tryWrite(bytes('0123456789'), null)
    writeWhenReady(writer, { data: bytes('more'), position: null }, (outcome) =>
      seen.push(outcome.ok ? outcome.value : outcome.error.code),
    )
    reader.release()
    expect([seen, code(() => writer.tryWrite(bytes('x'), null))]).toEqual([['EPIPE'], 'EPIPE'])
  })

  it('stay open until the last duplicate is released', () => {
    const { reader, writer } = ends(10)
    const duplicate = writer.retain()
    writer.release()
    expect(reader.tryRead(1, null)).toBeUndefined()
    duplicate.release()
    expect(reader.tryRead(1, null)).toEqual(new Uint8Array())
  })

  it('call a waiting reader off', () => {
    const { reader, writer } = ends(10)
    const seen: unknown[] = []
    const callOff = readWhenReady(reader, { length: 1, position: null }, (outcome) => seen.push(outcome))
    callOff()
    writer.tryWrite(bytes('x'), null)
    expect([seen, text(reader.tryRead(1, null))]).toEqual([[], 'x'])
  })
})
