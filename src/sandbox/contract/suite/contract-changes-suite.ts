import { expect, it } from 'vitest'
import type { FilesChanged, Sandbox, SandboxEvent } from '../contract.ts'
import { bytes, value, type ContractContext } from './contract-test-support.ts'
import { CHANGE_EVENT_MAX_PATHS } from '../limits.ts'

/** Tests the change events that subscribers receive. */
export function changeTests(context: () => ContractContext): void {
  it('tells subscribers which files changed, until they leave', async () => {
    const { sandbox } = context()
    const seen: SandboxEvent[] = []
    const heard = new Promise<void>((resolve) => {
      sandbox.subscribe((event) => {
        seen.push(event)
        if (event.type === 'files_changed') resolve()
      })
    })
    const after: SandboxEvent[] = []
    sandbox.subscribe((event) => after.push(event))()
    await value(sandbox.writeFile({ path: 'told', data: bytes('') }))
    await heard
    const paths = seen.flatMap((event) => (event.type === 'files_changed' ? event.paths : []))
    expect(paths).toContain('/workspace/told')
    expect(after).toEqual([])
  })

  it('has told what changed before a checkpoint when it resolves, once', async () => {
    const { sandbox } = context()
    const told: string[] = []
    sandbox.subscribe((event) => event.type === 'files_changed' && told.push(...event.paths))
    for (const name of ['one', 'two', 'three']) {
      await value(sandbox.writeFile({ path: name, data: bytes(name) }))
      await value(sandbox.checkpoint())
      expect(told.filter((path) => path === `/workspace/${name}`)).toHaveLength(1)
    }
    // By itself, after all that was left to tell.
    await value(sandbox.writeFile({ path: 'four', data: bytes('four') }))
    await expect.poll(() => told).toContain('/workspace/four')
    expect(told).toEqual(['one', 'two', 'three', 'four'].map((name) => `/workspace/${name}`))
  })

  it('tells what a .gitignore leaves out apart, by the outermost folder that is', async () => {
    const { sandbox } = context()
    await write(sandbox, { '.gitignore': 'dist/\n*.log\n!kept.log\n', 'pkg/.gitignore': '/out\n!more.log\n' })
    const told = await follow(sandbox)
    await write(sandbox, {
      'src/a.ts': '',
      'dist/deep/er/a.js': '',
      'src/dist/b.js': '',
      'a.log': '',
      'kept.log': '',
      'pkg/more.log': '',
      'pkg/out/c': '',
      'other/out/d': '',
      'DIST/e': '',
      'node_modules/left-pad/index.js': '',
      'node_modules/.cache/tool/x': '',
      '.git/index': '',
    })
    const { files, ignored, overflow } = await told()
    expect(files).toEqual(
      ['DIST/e', 'kept.log', 'other/out/d', 'pkg/more.log', 'src/a.ts'].map((name) => `/workspace/${name}`),
    )
    expect(ignored).toEqual(
      ['.git', 'a.log', 'dist', 'node_modules', 'node_modules/.cache', 'pkg/out', 'src/dist'].map(
        (name) => `/workspace/${name}`,
      ),
    )
    expect(overflow).toBe(false)
  })

  it('follows a .gitignore that changes, moves or goes meanwhile', async () => {
    const { sandbox } = context()
    await write(sandbox, { 'made/a': '1', 'pkg/.gitignore': 'b\n', 'pkg/b': '1' })
    const told = await follow(sandbox)
    const outcome = async (files: Record<string, string>) => {
      await write(sandbox, files)
      const { files: names, ignored } = await told()
      return [names, ignored].map((paths) => paths.map((path) => path.replace('/workspace/', '')))
    }
    expect(await outcome({ 'made/a': '22' })).toEqual([['made/a'], []])
    expect(await outcome({ '.gitignore': 'made\n', 'made/a': '333' })).toEqual([['.gitignore'], ['made']])
    expect(await outcome({ '.gitignore': '!made\n', 'made/a': '1' })).toEqual([['.gitignore', 'made/a'], []])
    expect(await outcome({ 'pkg/b': '22' })).toEqual([[], ['pkg/b']])
    await value(sandbox.rename('pkg', 'moved'))
    await told()
    expect(await outcome({ 'moved/b': '333' })).toEqual([[], ['moved/b']])
    await value(sandbox.remove('moved/.gitignore'))
    await told()
    expect(await outcome({ 'moved/b': '4444' })).toEqual([['moved/b'], []])
  })

  it('tells what is left out when it goes', async () => {
    const { sandbox } = context()
    await write(sandbox, { '.gitignore': 'dist/\n', 'dist/a': '', kept: '' })
    const told = await follow(sandbox)
    await value(sandbox.remove('dist', { recursive: true }))
    await value(sandbox.remove('kept'))
    const { paths, ignored } = await told()
    expect([paths, ignored]).toEqual([['/workspace/kept'], ['/workspace/dist']])
  })

  it('names each file of a person beside any number of those that are left out', async () => {
    const { sandbox } = context()
    await write(sandbox, { '.gitignore': '*.o\n' })
    const told = await follow(sandbox)
    const many = (count: number, name: (index: number) => string) =>
      write(sandbox, Object.fromEntries(Array.from({ length: count }, (_, index) => [name(index), ''])))
    await many(5_000, (index) => `node_modules/p${index % 100}/${index}.js`)
    await many(400, (index) => `objects/${index}.o`)
    await write(sandbox, { 'src/a.c': '' })
    const first = await told()
    expect([first.files, first.overflow]).toEqual([['/workspace/src/a.c'], false])
    expect(first.ignored).toContain('/workspace/node_modules')
    expect(first.ignored.some((path) => path.startsWith('/workspace/objects'))).toBe(true)
    expect(first.ignored.length).toBeLessThanOrEqual(CHANGE_EVENT_MAX_PATHS)
    await many(CHANGE_EVENT_MAX_PATHS + 1, (index) => `src/${index}.c`)
    expect((await told()).overflow).toBe(true)
  })
}

function write(sandbox: Sandbox, files: Readonly<Record<string, string>>): Promise<void> {
  return value(sandbox.writeFiles(Object.entries(files).map(([path, data]) => ({ path, data: bytes(data) }))))
}

/** Gives what was told since the last time; `files` are the paths without those of folders that are there. */
async function follow(sandbox: Sandbox): Promise<() => Promise<FilesChanged & { readonly files: string[] }>> {
  await value(sandbox.checkpoint())
  const events: FilesChanged[] = []
  sandbox.subscribe((event) => event.type === 'files_changed' && events.push(event))
  return async () => {
    await value(sandbox.checkpoint())
    const seen = events.splice(0)
    const all = (of: (event: FilesChanged) => readonly string[]) => [...new Set(seen.flatMap(of))].sort()
    const paths = all((event) => event.paths)
    const stats = await Promise.all(paths.map((path) => sandbox.stat(path)))
    const isFolder = stats.map((stat) => stat.ok && stat.value.kind === 'directory')
    return {
      paths,
      files: paths.filter((_, index) => !isFolder[index]),
      ignored: all((event) => event.ignored),
      overflow: seen.some((event) => event.overflow),
    }
  }
}
