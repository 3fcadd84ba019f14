import { deflateSync } from 'fflate'
import { expect, it } from 'vitest'
import { buildZip } from '../../archive/test-support.ts'
import { bytes, kindOf, ODD_NAMES, treeOf, value, type ContractContext } from './contract-test-support.ts'
import type { ImportProgress } from '../contract.ts'

/** Import and export of the workspace. */
export function archiveTests(context: () => ContractContext): void {
  it('gives an exported workspace back the same, names, bytes, modes, links and empty directories', async () => {
    const { sandbox, another } = context()
    const names = ODD_NAMES.filter((name) => !name.includes('\\'))
    for (const name of names) await value(sandbox.writeFile({ path: `odd/${name}`, data: bytes(name) }))
    await value(sandbox.writeFile({ path: 'all', data: Uint8Array.from({ length: 256 }, (_, byte) => byte) }))
    await value(sandbox.writeFile({ path: '.git/objects/00', data: bytes('x'), mode: 0o444 }))
    await value(sandbox.writeFile({ path: 'bin/run', data: new Uint8Array(0), mode: 0o755 }))
    await value(sandbox.makeDirectory('private/empty'))
    await value(sandbox.setMode('private', 0o700))
    await value(sandbox.symlink('../all', 'bin/link'))
    const before = await treeOf(sandbox)
    for (const prefix of [undefined, 'top']) {
      const zip = await value(
        sandbox.exportArchive({ id: 'export', ...(prefix === undefined ? {} : { prefix }) }),
      )
      const other = await another()
      const summary = await value(other.importArchive({ id: 'import', data: zip }))
      expect(summary.name).toBe(prefix)
      expect(await treeOf(other)).toEqual(before)
      expect((await value(other.checkpoint())).root).toBe(summary.root)
    }
  })

  it('replaces the workspace, tells progress, and stores what came in', async () => {
    const { sandbox, another } = context()
    await value(sandbox.writeFile({ path: 'old', data: bytes('old') }))
    const data = buildZip([
      { name: 'repo-main/' },
      { name: 'repo-main/a', data: bytes('A') },
      { name: 'repo-main/b/c', data: bytes('CC'), unixMode: 0o100755 },
    ])
    const progress: ImportProgress[] = []
    const summary = await value(sandbox.importArchive({ id: 'i', data }, (step) => progress.push(step)))
    expect(summary).toEqual({ files: 2, bytes: 3, name: 'repo-main', root: summary.root })
    expect(await treeOf(sandbox)).toEqual({ a: '644 41', 'b/': '755', 'b/c': '755 4343' })
    expect(progress.at(-1)).toEqual({
      phase: 'storing',
      filesDone: 2,
      filesTotal: 2,
      bytesDone: 3,
      bytesTotal: 3,
    })
    const other = await another()
    await value(other.restore(summary.root))
    expect(await treeOf(other)).toEqual(await treeOf(sandbox))
  })

  it('refuses hostile and damaged archives and changes nothing', async () => {
    const { sandbox } = context()
    await value(sandbox.writeFile({ path: 'kept', data: bytes('kept') }))
    const before = await treeOf(sandbox)
    const good = buildZip([{ name: 'a', data: bytes('some text, some text') }])
    const hostile: Record<string, Uint8Array> = {
      'leads out': buildZip([{ name: '../../../../tmp/evil', data: bytes('x') }]),
      'leads out on Windows': buildZip([{ name: '..\\..\\evil', data: bytes('x') }]),
      absolute: buildZip([{ name: '/etc/passwd', data: bytes('x') }]),
      drive: buildZip([{ name: 'C:/evil', data: bytes('x') }]),
      'a link out': buildZip([{ name: 'l', data: bytes('/etc'), unixMode: 0o120777 }]),
      'twice the same': buildZip([
        { name: 'a', data: bytes('1') },
        { name: 'a', data: bytes('2') },
      ]),
      'a file as a directory': buildZip([
        { name: 'a', data: bytes('1') },
        { name: 'a/b', data: bytes('2') },
      ]),
      encrypted: buildZip([{ name: 'a', data: bytes('x'), flags: 1 }]),
      'wrong checksum': buildZip([{ name: 'a', data: bytes('x'), crc: 1 }]),
      'unknown method': buildZip([{ name: 'a', data: bytes('x'), method: 97 }]),
      bomb: buildZip([{ name: 'a', data: new Uint8Array(40_000_000) }]),
      'lies about its size': buildZip([{ name: 'a', data: new Uint8Array(100_000), size: 10 }]),
      'cut off': good.subarray(0, good.length - 5),
      empty: new Uint8Array(0),
      'no zip': bytes('<html>404</html>'),
    }
    for (const [what, data] of Object.entries(hostile)) {
      expect(await kindOf(sandbox.importArchive({ id: 'i', data })), what).toBe('archive')
    }
    expect(await treeOf(sandbox)).toEqual(before)
  })

  it('can be cancelled while it unpacks, and then nothing has changed', async () => {
    const { sandbox } = context()
    await value(sandbox.writeFile({ path: 'kept', data: bytes('kept') }))
    const before = await treeOf(sandbox)
    const noise = Uint8Array.from({ length: 100_000 }, (_, index) => (index * index * 31) >>> 4)
    const packed = deflateSync(noise)
    const data = buildZip(
      Array.from({ length: 400 }, (_, index) => ({ name: `f${index}`, data: noise, packed })),
    )
    const running = sandbox.importArchive({ id: 'long', data }, () => void sandbox.cancel('long'))
    await sandbox.cancel('long')
    expect(await kindOf(running)).toBe('cancelled')
    expect(await treeOf(sandbox)).toEqual(before)
  })
}
