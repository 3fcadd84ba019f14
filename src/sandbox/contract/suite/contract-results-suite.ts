import { expect, it } from 'vitest'
import type { ResultFile } from '../contract.ts'
import { bytes, kindOf, run, text, value, type ContractContext } from './contract-test-support.ts'
import { sha256 } from '../../history/hash.ts'

const LINES = Array.from({ length: 5000 }, (_, at) => `{"line":${at + 1}}`).join('\n')
const ABSENT = 'f'.repeat(64)

/** Ways to change what is there, or to add to it. */
const CHANGES = [
  'echo more >> /results/long.txt',
  'echo other > /results/long.txt',
  'echo new > /results/new.txt',
  'rm -f /results/long.txt',
  'rm -rf /results',
  'rm -rf /results/*',
  'mv /results/long.txt /results/other.txt',
  'mv /results/long.txt /workspace/long.txt && test ! -e /results/long.txt',
  'mv /results /workspace/results',
  'touch /results/long.txt',
  'mkdir /results/folder',
  'ln -s /workspace /results/link',
  'ln /results/long.txt /workspace/hard',
  'chmod 777 /results/long.txt',
  'truncate -s 0 /results/long.txt',
  'cp /etc/hosts /results/long.txt',
  'ln -s /results/long.txt /workspace/way; echo other > /workspace/way',
  `node -e "require('fs').writeFileSync('/results/long.txt', '')"`,
  `node -e "require('fs').openSync('/results/long.txt', 'r+')"`,
  `node -e "require('fs').renameSync('/etc/hosts', '/results/hosts')"`,
  `node -e "require('fs').utimesSync('/results/long.txt', 1, 1)"`,
]

/** Back ends that show results at `/results`. */
export function resultTests(context: () => ContractContext): void {
  it('shows contents of the store to programs and to calls, after what was there before', async () => {
    const { sandbox, blobs } = context()
    const long = await stored(context(), 'long.txt', LINES)
    const other = await stored(context(), 'other.txt', 'other\n')
    await value(sandbox.showResults([long, other]))
    expect(await value(sandbox.list('/results'))).toEqual([
      { name: 'long.txt', kind: 'file', size: long.size, mode: 0o444 },
      { name: 'other.txt', kind: 'file', size: 6, mode: 0o444 },
    ])
    expect(
      await run(sandbox, 'tail -n 1 /results/long.txt; wc -l < /results/long.txt; ls -l /results | wc -l'),
    ).toEqual({
      code: 0,
      out: '{"line":5000}4999\n3\n',
      err: '',
    })
    expect(await run(sandbox, 'jq -s "map(.line) | add" < /results/long.txt')).toMatchObject({
      out: '12502500\n',
    })
    expect(text(await value(sandbox.readFile('/results/other.txt')))).toBe('other\n')
    await value(sandbox.showResults([other]))
    expect(await value(sandbox.list('/results'))).toHaveLength(1)
    expect(await kindOf(sandbox.readFile('/results/long.txt'))).toBe('not_found')
    expect(await blobs.missing([long.hash])).toEqual([])
  })

  it('reads no content before somebody does, and each once', async () => {
    const { sandbox, blobs } = context()
    const asked = asking(blobs)
    const files = [await stored(context(), 'a.txt', 'first\n'), await stored(context(), 'b.txt', 'second\n')]
    await value(sandbox.showResults(files))
    await run(sandbox, 'ls -la /results; stat /results/*; find / -name "*.txt" -size +1c; du -a /results')
    expect(asked()).toEqual([])
    await run(sandbox, 'cat /results/a.txt; node -p "require(`fs`).readFileSync(`/results/a.txt`).length"')
    await value(sandbox.readFiles(['/results/a.txt', '/results/a.txt']))
    expect(asked()).toEqual([files[0]?.hash])
  })

  it('has a failure for a content that is not stored, and the others as they are', async () => {
    const { sandbox } = context()
    const here = await stored(context(), 'here.txt', 'here\n')
    await value(sandbox.showResults([{ name: 'gone.txt', hash: ABSENT, size: 3 }, here]))
    expect(await kindOf(sandbox.readFile('/results/gone.txt'))).toBe('corrupt')
    const read = await run(sandbox, 'cat /results/gone.txt /results/here.txt')
    expect(read).toMatchObject({ code: 1, out: 'here\n' })
    expect(read.err).toContain('gone.txt')
    const sizes = await value(sandbox.readFiles(['/results/gone.txt', '/results/here.txt']))
    expect(sizes.map(({ ok }) => ok)).toEqual([false, true])
  })

  it('lets nobody change them', async () => {
    const { sandbox } = context()
    const long = await stored(context(), 'long.txt', LINES)
    await value(sandbox.showResults([long]))
    const before = await value(sandbox.stat('/results/long.txt'))
    for (const command of CHANGES) {
      expect({ command, failed: (await run(sandbox, command)).code !== 0 }).toEqual({ command, failed: true })
      expect({ command, stat: await value(sandbox.stat('/results/long.txt')) }).toEqual({
        command,
        stat: before,
      })
    }
    const data = bytes('x')
    expect(
      await Promise.all([
        kindOf(sandbox.writeFile({ path: '/results/long.txt', data })),
        kindOf(sandbox.writeFiles([{ path: '/results/new.txt', data }])),
        kindOf(sandbox.makeDirectory('/results/folder')),
        kindOf(sandbox.remove('/results/long.txt')),
        kindOf(sandbox.remove('/results', { recursive: true })),
        kindOf(sandbox.rename('/results/long.txt', '/results/other.txt')),
        kindOf(sandbox.symlink('/workspace', '/results/link')),
        kindOf(sandbox.setMode('/results/long.txt', 0o777)),
      ]),
    ).toEqual(Array.from({ length: 8 }, () => 'not_permitted'))
    expect(await value(sandbox.list('/results'))).toEqual([
      { name: 'long.txt', kind: 'file', size: long.size, mode: 0o444 },
    ])
    expect(text(await value(sandbox.readFile('/results/long.txt')))).toBe(LINES)
  })

  it('searches them where they are named, and not with the workspace', async () => {
    const { sandbox } = context()
    await value(sandbox.writeFile({ path: 'own.txt', data: bytes('{"line":77}\n') }))
    await value(sandbox.showResults([await stored(context(), 'long.txt', LINES)]))
    const search = (path?: string) =>
      value(
        sandbox.grep({
          id: 'search',
          pattern: '"line":77\\}',
          mode: 'files',
          ...(path === undefined ? {} : { path }),
        }),
      )
    expect((await search()).files).toEqual([{ path: '/workspace/own.txt', matches: 1 }])
    expect((await search('/results')).files).toEqual([{ path: '/results/long.txt', matches: 1 }])
    expect((await search('/')).files.map(({ path }) => path).sort()).toEqual([
      '/results/long.txt',
      '/workspace/own.txt',
    ])
    await value(sandbox.symlink('/results', 'way'))
    expect((await search('/workspace/way')).total).toBe(1)
    const found = await value(sandbox.glob({ id: 'names', pattern: '*.txt', path: '/results' }))
    expect(found.paths).toEqual(['/results/long.txt'])
  })

  it('leaves them out of checkpoints, archives and usage, and over a restore', async () => {
    const { sandbox } = context()
    await value(sandbox.checkpoint())
    const before = [await value(sandbox.checkpoint()), await value(sandbox.usage())]
    await value(sandbox.showResults([await stored(context(), 'long.txt', LINES)]))
    await run(sandbox, 'cat /results/long.txt')
    expect([await value(sandbox.checkpoint()), await value(sandbox.usage())]).toEqual(before)
    await value(sandbox.restore((await value(sandbox.checkpoint())).root))
    expect(await value(sandbox.list('/results'))).toHaveLength(1)
  })

  it('refuses names that are none, and then shows what it has shown before', async () => {
    const { sandbox } = context()
    const file = await stored(context(), 'ok.txt', 'ok\n')
    await value(sandbox.showResults([file]))
    for (const name of ['', '.', '..', 'a/b', '../workspace/x', 'a\0b', 'x'.repeat(300)])
      expect(await kindOf(sandbox.showResults([{ ...file, name }]))).toBe('invalid')
    expect(await value(sandbox.list('/results'))).toHaveLength(1)
  })
}

/** All other back ends say so. */
export async function refusesResults({ sandbox }: ContractContext): Promise<void> {
  expect((await sandbox.describe()).resultFiles).toBe(false)
  expect(await kindOf(sandbox.showResults([]))).toBe('unsupported')
}

async function stored({ blobs }: ContractContext, name: string, content: string): Promise<ResultFile> {
  const data = bytes(content)
  const hash = await sha256(data)
  await value(blobs.put([{ hash, data }]))
  return { name, hash, size: data.length }
}

/** Notes the hashes that are read from now on. */
function asking(blobs: ContractContext['blobs']): () => readonly string[] {
  const asked: string[] = []
  const get = blobs.get.bind(blobs)
  blobs.get = (hashes) => {
    asked.push(...hashes)
    return get(hashes)
  }
  return () => asked
}
