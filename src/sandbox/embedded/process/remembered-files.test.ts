import { describe, expect, it } from 'vitest'
import { concatenate } from '../../contract/bytes.ts'
import { Vfs } from '../vfs/vfs.ts'
import { readBatch, readSeveral } from './file-batch.ts'
import { listBatch } from './listing-batch.ts'
import type { Answer } from './read-ahead.ts'
import { WithheldOpenings } from './withheld-openings.ts'
import { rememberFiles } from './remembered-files.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const text = (data: Uint8Array) => new TextDecoder().decode(data)

/** A real file system behind calls that are counted, as a process has it. */
function setUp({ counts = true } = {}) {
  const vfs = new Vfs()
  const source = { vfs, openings: new WithheldOpenings(vfs) }
  const asked: string[] = []
  let changes = 1
  vfs.volume.onChange(() => (changes += 1))
  const call = (name: string, args: readonly unknown[]): Answer => {
    const path = String(args[0])
    asked.push(`${name} ${path}`)
    if (name === 'readFile') return { value: undefined, bytes: vfs.readFile(path).slice(), isBytes: true }
    if (name === 'stat') return { value: vfs.stat(path), bytes: undefined, isBytes: false }
    if (name === 'lstat') return { value: vfs.lstat(path), bytes: undefined, isBytes: false }
    if (name === 'scandir') return { value: vfs.scandir(path), bytes: undefined, isBytes: false }
    if (name === 'listAhead') {
      const value = listBatch(vfs, { path, root: String(args[1]) }, Number(args[2]))
      return { value, bytes: undefined, isBytes: false }
    }
    const { others, contents } =
      name === 'readSeveral'
        ? readSeveral(source, { path, next: args[1] as string[] }, Number(args[2]))
        : readBatch(source, path, Number(args[1]))
    return { value: others, bytes: concatenate(contents), isBytes: false }
  }
  const { syscalls: files, willRead } = rememberFiles({ call, changes: () => (counts ? changes : 0) })
  const taken = () => asked.splice(0)
  vfs.mkdir('/d/sub', 0o755, true)
  for (const name of ['a', 'b', 'c', 'd', 'e']) vfs.writeFile(`/d/${name}`, bytes(`${name}\n`))
  return { vfs, files, willRead, taken }
}

describe('what a process remembers of files', () => {
  it('brings those that follow along with the second that is read in a directory', () => {
    const { files, taken } = setUp()
    expect(['a', 'b', 'c', 'd', 'e'].map((name) => text(files.readFile(`/d/${name}`)))).toEqual([
      'a\n',
      'b\n',
      'c\n',
      'd\n',
      'e\n',
    ])
    expect(files.stat('/d/e').size).toBe(2)
    expect(taken()).toEqual(['readFile /d/a', 'readAhead /d/b'])
  })

  it('is not the old state, whoever has changed it and how', () => {
    const { vfs, files } = setUp()
    const read = (name: string) => text(files.readFile(`/d/${name}`))
    read('a')
    read('b')
    vfs.writeFile('/d/c', bytes('new'))
    expect(read('c')).toBe('new')
    read('d')
    vfs.unlink('/d/e')
    expect(() => read('e')).toThrow('ENOENT')
    files.scandir('/d')
    vfs.chmod('/d/a', 0o600)
    vfs.utimes('/d/a', 5, 7)
    expect(files.lstat('/d/a')).toEqual(vfs.lstat('/d/a'))
    vfs.rename('/d/a', '/d/z')
    expect(() => files.stat('/d/a')).toThrow('ENOENT')
  })

  it('answers for attributes from the listing, but for where a link leads', () => {
    const { vfs, files, taken } = setUp()
    vfs.symlink('a', '/d/link')
    files.scandir('/d')
    expect(
      [files.stat('/d/a'), files.lstat('/d/link'), files.stat('/d/link')].map(({ kind }) => kind),
    ).toEqual(['file', 'symlink', 'file'])
    expect(taken()).toEqual(['scandir /d', 'stat /d/link'])
  })

  it('asks once where something is, or that there is nothing, until anything changes', () => {
    const { vfs, files, taken } = setUp()
    for (let time = 0; time < 3; time += 1) {
      expect(() => files.stat('/d/none/package.json')).toThrow("ENOENT, stat '/d/none/package.json'")
      expect(() => files.lstat('/d/none/package.json')).toThrow("ENOENT, lstat '/d/none/package.json'")
      expect(files.stat('/d/a').size).toBe(2)
    }
    expect(taken()).toEqual(['stat /d/none/package.json', 'lstat /d/none/package.json', 'stat /d/a'])
    vfs.mkdir('/d/none', 0o755, true)
    vfs.writeFile('/d/none/package.json', bytes('{}'))
    vfs.writeFile('/d/a', bytes('longer'))
    expect([files.stat('/d/none/package.json').size, files.stat('/d/a').size]).toEqual([2, 6])
  })

  it('gives each reader bytes of its own, and the same file twice', () => {
    const { files } = setUp()
    files.readFile('/d/a')
    files.readFile('/d/b')
    files.readFile('/d/c').fill(0)
    expect(text(files.viewFile('/d/c'))).toBe('c\n')
    expect(files.viewFile('/d/c')).toBe(files.viewFile('/d/c'))
    expect([
      text(files.readFile('/d/c')),
      text(files.readFile('/d/c')),
      text(files.readFile('/d/d')),
    ]).toEqual(['c\n', 'c\n', 'd\n'])
  })

  it('does not mistake a path that leads through a link and back', () => {
    const { vfs, files } = setUp()
    vfs.mkdir('/e/sub', 0o755, true)
    vfs.writeFile('/e/a', bytes('far a'))
    vfs.writeFile('/e/b', bytes('far b'))
    vfs.symlink('/e/sub', '/d/link')
    expect(text(files.readFile('/d/link/../a'))).toBe('far a')
    expect(text(files.readFile('/d/link/../b'))).toBe('far b')
    expect(text(files.readFile('/d/b'))).toBe('b\n')
  })

  it('asks each time where changes are not told', () => {
    const { files, taken } = setUp({ counts: false })
    files.scandir('/d')
    for (const name of ['a', 'b', 'c']) files.readFile(`/d/${name}`)
    for (let time = 0; time < 2; time += 1) files.lstat('/d/a')
    expect(taken()).toEqual([
      'scandir /d',
      'readFile /d/a',
      'readFile /d/b',
      'readFile /d/c',
      'lstat /d/a',
      'lstat /d/a',
    ])
  })

  it('fetches less again when what came along was not wanted', () => {
    const { vfs, files, taken } = setUp()
    for (let index = 10; index < 99; index++) vfs.writeFile(`/d/${index}`, new Uint8Array(20_000))
    for (let index = 10; index < 99; index += 5) files.readFile(`/d/${index}`)
    // The small gift of about three files never has the one that is asked for next.
    expect(
      taken()
        .slice(1)
        .every((asked) => asked.startsWith('readAhead')),
    ).toBe(true)
    for (let index = 10; index < 99; index++) files.readFile(`/d/${index}`)
    expect(taken().length).toBeLessThan(12)
  })

  it('keeps what came along for who reads in another order, and for who reads again', () => {
    const { vfs, files, taken } = setUp()
    const names = Array.from({ length: 1000 }, (_, at) => `/n/${at}`)
    vfs.mkdir('/n', 0o755, true)
    for (const name of names) vfs.writeFile(name, new Uint8Array(1000))
    for (const name of names) files.readFile(name)
    // By name, 10 and 100 follow after 1.
    expect(taken().length).toBeLessThan(25)
    for (const name of names) expect(files.readFile(name)).toHaveLength(1000)
    expect(taken()).toEqual([])
    vfs.writeFile('/n/500', bytes('new'))
    expect(text(files.readFile('/n/500'))).toBe('new')
  })

  it('brings what is said to be read along, wherever it is, and what it says of no file it leaves', () => {
    const { vfs, files, willRead, taken } = setUp()
    vfs.writeFile('/far', bytes('far\n'))
    vfs.symlink('/d/b', '/link')
    willRead(['/d/a', '/d/sub', '/none', '/link', '/far', '/d/c', '/dev/null', '/d/e'])
    expect(['/d/a', '/far', '/d/c', '/link'].map((path) => text(files.readFile(path)))).toEqual([
      'a\n',
      'far\n',
      'c\n',
      'b\n',
    ])
    expect(files.lstat('/far').kind).toBe('file')
    expect(taken()).toEqual(['readSeveral /d/a', 'readSeveral /link'])
    expect(() => files.readFile('/none')).toThrow('ENOENT')
    vfs.writeFile('/d/c', bytes('new'))
    expect(text(files.readFile('/d/c'))).toBe('new')
  })

  it('comes to an end where the same file is said to be read twice', () => {
    const { files, willRead } = setUp()
    willRead(['/d/a', '/d/b', '/d/a', '/d/b'])
    expect(['a', 'b', 'a', 'b'].map((name) => text(files.readFile(`/d/${name}`)))).toEqual([
      'a\n',
      'b\n',
      'a\n',
      'b\n',
    ])
  })

  it('answers for names from what it knows of the files', () => {
    const { files, taken } = setUp()
    expect(files.readdir('/d').map(({ name, kind }) => [name, kind])).toContainEqual(['sub', 'directory'])
    files.lstat('/d/sub')
    expect(taken()).toEqual(['scandir /d'])
  })

  it('brings the directories that follow along with the second of a walk', () => {
    const { vfs, files, taken } = setUp()
    for (const path of ['/w/a/x/deep', '/w/a/y', '/w/b', '/w/c/z', '/wide']) vfs.mkdir(path, 0o755, true)
    vfs.symlink('/d', '/w/b/link')
    const seen: string[] = []
    const walk = (path: string): void => {
      seen.push(path)
      for (const { name, kind } of files.scandir(path)) if (kind === 'directory') walk(`${path}/${name}`)
    }
    walk('/w')
    expect(seen).toEqual(['/w', '/w/a', '/w/a/x', '/w/a/x/deep', '/w/a/y', '/w/b', '/w/c', '/w/c/z'])
    expect(taken()).toEqual(['scandir /w', 'listAhead /w/a'])
    vfs.writeFile('/w/c/new', bytes('new'))
    expect(files.scandir('/w/c')).toEqual(vfs.scandir('/w/c'))
    expect(files.scandir('/wide')).toEqual([])
    expect(taken()).toEqual(['scandir /w/c', 'scandir /wide'])
  })

  it('goes on where what came along has ended, each time with more', () => {
    const { vfs, files, taken } = setUp()
    for (let at = 100; at < 300; at += 1)
      for (const name of ['a', 'b', 'c', 'd']) vfs.writeFile(join(vfs, `/w/${at}`, name), bytes(name))
    const listed = files.scandir('/w').map(({ name }) => files.scandir(`/w/${name}`))
    expect(listed.map((entries) => entries.length)).toEqual(listed.map(() => 4))
    expect(taken()).toEqual(['scandir /w', 'listAhead /w/100', 'listAhead /w/150', 'listAhead /w/250'])
  })

  it('knows what is not in a directory that was listed, and nothing of paths that wind', () => {
    const { vfs, files, taken } = setUp()
    vfs.mkdir('/e/sub', 0o755, true)
    vfs.writeFile('/e/a', bytes('far a'))
    vfs.symlink('/e/sub', '/d/link')
    files.scandir('/d')
    files.scandir('/d/link')
    taken()
    for (const path of ['/d/none', '/d/none/below', '/d/link/none']) {
      expect(() => files.stat(path)).toThrow('ENOENT')
      expect(() => files.lstat(path)).toThrow('ENOENT')
      expect(() => files.readFile(path)).toThrow('ENOENT')
    }
    expect(taken()).toEqual([])
    expect(text(files.readFile('/d/link/../a'))).toBe('far a')
    expect(files.stat('/d/link/.').kind).toBe('directory')
    vfs.writeFile('/d/none', bytes('there'))
    expect(text(files.readFile('/d/none'))).toBe('there')
  })
})

function join(vfs: Vfs, directory: string, name: string): string {
  vfs.mkdir(directory, 0o755, true)
  return `${directory}/${name}`
}
