import { describe, expect, it } from 'vitest'
import { FileTable } from './file-table.ts'
import { Vfs } from './vfs.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

describe('watches', () => {
  const read = (files: FileTable, fd: number) => {
    const events = new TextDecoder().decode(files.get(fd, 'read').tryRead(65_536, null)).split('\0')
    return Array.from({ length: (events.length - 1) / 3 }, (_, at) =>
      events.slice(3 * at, 3 * at + 3).join(' '),
    )
  }
  const watching = (...paths: string[]) => {
    const vfs = new Vfs()
    vfs.mkdir('/d/sub', 0o755, true)
    vfs.writeFile('/d/file', bytes('1'))
    const files = new FileTable(vfs)
    const fd = files.watchOpen()
    return { vfs, files, fd, watches: paths.map((path) => files.watchAdd(fd, path)) }
  }

  it('tell of the entries of a folder and not of those below', () => {
    const { vfs, files, fd } = watching('/d')
    vfs.writeFile('/d/file', bytes('2'))
    vfs.appendFile('/d/file', bytes('3'))
    vfs.writeFile('/d/new', bytes(''))
    vfs.writeFile('/d/sub/deep', bytes(''))
    vfs.rename('/d/new', '/d/moved')
    vfs.unlink('/d/file')
    expect(read(files, fd)).toEqual([
      // The same thing twice in a row is told once.
      '1 change file',
      '1 rename new',
      '1 rename moved',
      '1 rename file',
    ])
  })

  it('tell of one file under its name, until they end', () => {
    const { vfs, files, fd, watches } = watching('/d/file', '/d/sub')
    vfs.writeFile('/d/file', bytes('2'))
    vfs.utimes('/d/sub', 0, 0)
    expect(read(files, fd)).toEqual(['1 change file', '2 change sub'])
    files.watchRemove(fd, watches[0] ?? 0)
    vfs.unlink('/d/file')
    expect(files.get(fd, 'read').tryRead(100, null)).toBeUndefined()
  })

  it('give whole events, however short the read', () => {
    const { vfs, files, fd } = watching('/d')
    vfs.writeFile('/d/a', bytes(''))
    vfs.writeFile('/d/b', bytes(''))
    expect(new TextDecoder().decode(files.get(fd, 'read').tryRead(1, null))).toBe('1\0rename\0a\0')
    expect(read(files, fd)).toEqual(['1 rename b'])
  })

  it('of what is not there fail, as do those on another descriptor', () => {
    const { files, fd } = watching()
    expect(() => files.watchAdd(fd, '/nope')).toThrow(/^ENOENT/)
    expect(() => files.watchAdd(files.open('/d/file', 0), '/d')).toThrow(/^EINVAL/)
  })
})
