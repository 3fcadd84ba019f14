import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync, gzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { RandomChoice } from '../../testing/random-choice.ts'
import { seededRandom } from '../../testing/seeded-random.ts'
import { IS_WHOLE, SEED } from '../../testing/slice.ts'
import { crc32 } from './crc32.ts'
import { readZip } from './read-zip.ts'
import { buildZip, type RawEntry } from './test-support.ts'
import { writeZip } from './write-zip.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const read = (data: Uint8Array, signal = new AbortController().signal) => readZip(data, { signal })

async function refusal(...entries: RawEntry[]): Promise<string> {
  const result = await read(buildZip(entries))
  return result.ok ? 'accepted' : result.error.kind === 'archive' ? result.error.message : result.error.kind
}

/** Read by itself, it mostly stays within the root: only other links lead it out. */
function targetWithin(folders: number, choice: RandomChoice): string {
  const steps: string[] = []
  let depth = folders
  for (let left = 1 + choice.below(5); left > 0; left--) {
    const step = depth > 0 && choice.below(2) === 0 ? '..' : choice.oneOf(['a', 'b', 'd', 'x', 'y', 'a/b/x'])
    depth += step === '..' ? -1 : step.split('/').length
    steps.push(step)
  }
  if (choice.below(20) === 0) steps.push('../../..')
  return steps.join('/')
}

/** Each link's real place on this machine. */
function realPaths(folders: readonly string[], targets: ReadonlyMap<string, string>): string[] {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'vivarium-links-')))
  try {
    for (const folder of folders) mkdirSync(join(root, folder))
    for (const [path, target] of targets) symlinkSync(target, join(root, path))
    return [...targets.keys()].map((path) => {
      try {
        // The other form resolves `..` by the text of a target.
        const real = realpathSync.native(join(root, path))
        return real === root || real.startsWith(`${root}/`) ? 'inside' : 'outside'
      } catch {
        return 'nowhere'
      }
    })
  } finally {
    rmSync(root, { recursive: true })
  }
}

const fine: RawEntry = { name: 'repo/readme.md', data: bytes('hello') }

describe('reading a zip', () => {
  it('takes the single top folder off and remembers its name, and keeps everything else', async () => {
    const all = Uint8Array.from({ length: 256 }, (_, byte) => byte)
    const zip = buildZip([
      { name: 'repo-main/' },
      { name: 'repo-main/bin/run', data: bytes('#!/bin/sh'), unixMode: 0o100755 },
      { name: 'repo-main/all bytes', data: all },
      { name: 'repo-main/empty/' },
      { name: 'repo-main/nothing', data: new Uint8Array() },
      { name: 'repo-main/link', data: bytes('bin/run'), unixMode: 0o120777 },
      { name: 'repo-main/.git/HEAD', data: bytes('ref: x') },
    ])
    const result = await read(zip)
    expect(result.ok && result.value).toEqual({
      folder: 'repo-main',
      files: 5,
      bytes: 9 + 256 + 0 + 7 + 6,
      entries: [
        { kind: 'file', path: 'bin/run', mode: 0o755, data: bytes('#!/bin/sh') },
        { kind: 'file', path: 'all bytes', mode: 0o644, data: all },
        { kind: 'directory', path: 'empty', mode: 0o755 },
        { kind: 'file', path: 'nothing', mode: 0o644, data: new Uint8Array() },
        { kind: 'symlink', path: 'link', target: 'bin/run' },
        { kind: 'file', path: '.git/HEAD', mode: 0o644, data: bytes('ref: x') },
      ],
    })
  })

  it('keeps paths as they are when there is more than one at the top', async () => {
    const result = await read(
      buildZip([
        { name: 'a/x', data: bytes('1') },
        { name: 'b', data: bytes('2') },
      ]),
    )
    expect(result.ok && [result.value.folder, result.value.entries.map(({ path }) => path)]).toEqual([
      undefined,
      ['a/x', 'b'],
    ])
  })

  it('reads names in UTF-8, said or not, and in code page 437', async () => {
    const names = ['ü/😀', 'sp ace', '-dash', 'new\nline', '__proto__', 'constructor']
    const result = await read(buildZip(names.map((name) => ({ name, data: bytes('x') }))))
    expect(result.ok && result.value.entries.map(({ path }) => path)).toEqual(names)
    const old = await read(buildZip([{ name: Uint8Array.of(0x81, 0x2e, 0x74), data: bytes('x'), madeBy: 0 }]))
    expect(old.ok && old.value.entries[0]?.path).toBe('ü.t')
  })

  it('keeps names of a Unix that are no text byte for byte, there and back', async () => {
    const names = [
      Uint8Array.of(0x66, 0xe9, 0x65),
      Uint8Array.of(0xc3, 0xbc, 0x80, 0x2f, 0xff),
      Uint8Array.of(0x61),
    ]
    const first = await read(buildZip(names.map((name) => ({ name, data: bytes('x') }))))
    if (!first.ok) throw new Error(first.error.message)
    const paths = first.value.entries.map(({ path }) => path)
    expect(paths).toEqual(['f\udce9e', 'ü\udc80/\udcff', 'a'])
    const sources = paths.map(
      (path) => ({ kind: 'file', path, mode: 0o644, mtimeMs: 0, data: bytes('data '.repeat(9)) }) as const,
    )
    const link = { kind: 'symlink', path: 'l\udcfe', target: 'f\udce9e', mtimeMs: 0 } as const
    for (const level of [0, 6] as const) {
      const packed = writeZip([...sources, link], undefined, level)
      expect(names.every((name) => Buffer.from(packed).includes(Buffer.from(name)))).toBe(true)
      const again = await read(packed)
      expect(
        again.ok &&
          again.value.entries.map((entry) => [entry.path, entry.kind === 'symlink' ? entry.target : '']),
      ).toEqual([...paths.map((path) => [path, '']), ['l\udcfe', 'f\udce9e']])
    }
  })

  it('refuses what would leave the root, naming the entry', async () => {
    expect(await refusal(fine, { name: '../evil', data: bytes('x') })).toContain('"../evil" leads out')
    expect(await refusal(fine, { name: 'a/../../evil', data: bytes('x') })).toContain('leads out')
    expect(await refusal(fine, { name: '/etc/passwd', data: bytes('x') })).toContain('absolute')
    expect(await refusal(fine, { name: 'C:/x', data: bytes('x') })).toContain('absolute')
    expect(await refusal(fine, { name: '..\\evil', data: bytes('x') })).toContain('backslash')
    expect(await refusal(fine, { name: 'a\0b', data: bytes('x') })).toContain('NUL')
    expect(await refusal(fine, { name: 'a//b', data: bytes('x') })).toContain('empty part')
    for (const target of ['/etc/passwd', '../../x', 'a/../../../x']) {
      expect(await refusal(fine, { name: 'repo/link', data: bytes(target), unixMode: 0o120777 })).toContain(
        'leads out',
      )
    }
  })

  it('refuses links that lead out through other links of the archive', async () => {
    const links = (...pairs: readonly (readonly [path: string, target: string])[]) =>
      refusal(
        { name: 'readme.md', data: bytes('hello') },
        { name: 'a/file', data: bytes('x') },
        ...pairs.map(([name, target]) => ({ name, data: bytes(target), unixMode: 0o120777 })),
      )
    expect(await links(['a/b', '..'], ['c', 'a/b/../..'])).toContain('"c" leads out')
    expect(await links(['c', 'a/b/../..'], ['a/b', '..'])).toContain('"c" leads out')
    expect(await links(['a/b', '..'], ['d', 'a/b'], ['c', 'd/./x/../..'])).toContain('"c" leads out')
    expect(await links(['a/b', '.'], ['c', 'a/b/b/../..'])).toContain('"c" leads out')
    // To the root, and back into a folder of it, is inside.
    expect(await links(['a/b', '..'], ['c', 'a/b/a/file'])).toBe('accepted')
    expect(await links(['a/b', '..'], ['c', 'a/b'], ['d', 'none/../a'])).toBe('accepted')
    expect(await links(['a/b', 'b'], ['c', 'd/..'], ['d', 'c'])).toBe('accepted')
    expect(await links(['d', 'c'], ['c', 'd/../../..'])).toBe('accepted')
    // Each doubles the steps of the one before.
    const doubling = Array.from({ length: 30 }, (_, n) => [`l${n + 1}`, `l${n}/l${n}`] as const)
    expect(await links(['l0', 'a'], ...doubling)).toBe('accepted')
    expect(await links(['c', 'a/'.repeat(3_000)])).toContain('leads out')
  })

  it('lets links lead where this machine’s kernel would, and no further', async () => {
    const choice = new RandomChoice(seededRandom(SEED))
    const folders = ['a', 'a/b', 'd']
    let [accepted, refused] = [0, 0]
    for (let count = 0; count < (IS_WHOLE ? 3_000 : 300); count++) {
      const targets = new Map<string, string>()
      for (let link = 0; link < 4; link++) {
        const path = choice.oneOf(['x', 'y', 'a/x', 'a/b/x', 'a/b/y', 'd/y'])
        targets.set(path, targetWithin(path.split('/').length - 1, choice))
      }
      const result = await refusal(
        ...folders.map((name) => ({ name: `${name}/` })),
        ...[...targets].map(([name, target]) => ({ name, data: bytes(target), unixMode: 0o120777 })),
      )
      const [real, shown] = [realPaths(folders, targets), JSON.stringify([...targets])]
      if (result === 'accepted') {
        accepted += 1
        expect(real, shown).not.toContain('outside')
      } else {
        refused += 1
        // A link that leads nowhere yet may be refused for where it would lead.
        expect(real.includes('outside') || real.includes('nowhere'), shown).toBe(true)
      }
    }
    expect(Math.min(accepted, refused)).toBeGreaterThan(10)
  })

  it('refuses entries in one place, and entries below a file or a link', async () => {
    expect(await refusal(fine, fine)).toContain('twice')
    expect(await refusal({ name: 'a', data: bytes('x') }, { name: 'a/', data: new Uint8Array() })).toContain(
      'twice',
    )
    expect(await refusal({ name: 'a', data: bytes('x') }, { name: 'a/b', data: bytes('x') })).toContain(
      'which is a file',
    )
    expect(
      await refusal({ name: 'l', data: bytes('d'), unixMode: 0o120777 }, { name: 'l/b', data: bytes('x') }),
    ).toContain('which is a symlink')
    expect(await refusal({ name: 'A', data: bytes('x') }, { name: 'a', data: bytes('y') })).toBe('accepted')
  })

  it('refuses what is encrypted, packed in another way, special, damaged or cut', async () => {
    expect(await refusal({ ...fine, flags: 1 })).toContain('encrypted')
    expect(await refusal({ ...fine, method: 14 })).toContain('method 14')
    expect(await refusal({ ...fine, unixMode: 0o020644 })).toContain('special file')
    expect(await refusal({ ...fine, crc: 7 })).toContain('checksum')
    expect(await refusal({ ...fine, size: 4 })).toMatch(/damaged/)
    const good = buildZip([fine, { name: 'repo/b', data: bytes('b'.repeat(1000)) }])
    for (let end = 0; end < good.length; end += 7) {
      expect(await read(good.subarray(0, end)), `cut at ${end}`).toMatchObject({
        ok: false,
        error: { kind: 'archive' },
      })
    }
  })

  it('never throws on random damage', async () => {
    const good = buildZip([fine, { name: 'repo/b', data: bytes('b'.repeat(100)) }])
    for (let at = 0; at < good.length; at++) {
      const bad = good.slice()
      bad[at] = (bad[at] ?? 0) ^ 0x55
      const result = await read(bad)
      if (!result.ok) expect(result.error.kind).toBe('archive')
    }
  })

  it('refuses bombs: growth, total size, overlapping entries', async () => {
    const zeros = new Uint8Array(20 * 1024 * 1024)
    expect(await refusal({ name: 'zeros', data: zeros })).toContain('archive bombs')
    const packed = deflateSync(new Uint8Array(16))
    const claims = Array.from({ length: 3 }, (_, n) => ({
      name: `c${n}`,
      data: new Uint8Array(16),
      packed,
      size: 500 * 1024 * 1024,
    }))
    expect(await refusal(...claims)).toMatch(/archive bombs|at most/)
    expect(await refusal(fine, { name: 'again', data: bytes('hello'), sameOffsetAs: 0 })).toContain(
      'overlaps',
    )
  })

  it('says what a file is that is not a zip', async () => {
    const cases: [Uint8Array, string][] = [
      [new Uint8Array(), 'empty'],
      [gzipSync(bytes('x')), 'gzip'],
      [bytes('<!doctype html><title>404</title>' + ' '.repeat(50)), 'web page'],
      [bytes('Rar!' + ' '.repeat(50)), 'RAR'],
      [buildZip([fine]).subarray(0, 40), 'cut off'],
    ]
    for (const [data, word] of cases) {
      const result = await read(data)
      expect(result).toMatchObject({
        ok: false,
        error: { kind: 'archive', message: expect.stringContaining(word), hint: expect.any(String) },
      })
    }
  })

  it('stops when it is cancelled, and reports how far it is', async () => {
    const data = bytes('text '.repeat(2000))
    const packed = deflateSync(data)
    const many = buildZip(Array.from({ length: 3000 }, (_, n) => ({ name: `f${n}`, data, packed })))
    const controller = new AbortController()
    const progress: number[] = []
    const result = await readZip(many, {
      signal: controller.signal,
      onProgress: ({ filesDone }) => {
        progress.push(filesDone)
        controller.abort()
      },
    })
    expect(result).toMatchObject({ ok: false, error: { kind: 'cancelled' } })
    expect(progress.length).toBe(1)
  })
})

describe('writing a zip', () => {
  const sources = [
    { kind: 'directory', path: 'empty', mode: 0o700, mtimeMs: 0 },
    { kind: 'file', path: 'bin/run', mode: 0o755, mtimeMs: Date.UTC(2020, 1, 1), data: bytes('#!/bin/sh\n') },
    { kind: 'file', path: '__proto__', mode: 0o644, mtimeMs: Date.now(), data: bytes('x') },
    {
      kind: 'file',
      path: 'ü 😀',
      mode: 0o600,
      mtimeMs: Date.now(),
      data: Uint8Array.from({ length: 70_000 }, (_, n) => n % 251),
    },
    { kind: 'symlink', path: 'link', target: 'bin/run', mtimeMs: Date.now() },
  ] as const

  it('comes back the same, with and without a folder', async () => {
    for (const prefix of [undefined, 'repo-main']) {
      const result = await read(writeZip(sources, prefix))
      if (!result.ok) throw new Error(result.error.message)
      expect(result.value.folder).toBe(prefix)
      expect(result.value.entries).toEqual(
        sources.map((source) => {
          const { mtimeMs: _, ...rest } = source
          return source.kind === 'symlink'
            ? { kind: 'symlink', path: source.path, target: source.target }
            : rest
        }),
      )
    }
  })
})

describe.skipIf(!hasNativeZip())('against the native tools', () => {
  it('reads what zip wrote, and unzip reads what we write, modes and links included', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vivarium-zip-'))
    try {
      mkdirSync(join(folder, 'in/sub'), { recursive: true })
      writeFileSync(join(folder, 'in/sub/a.txt'), 'a'.repeat(5000))
      writeFileSync(join(folder, 'in/run'), '#!/bin/sh')
      chmodSync(join(folder, 'in/run'), 0o755)
      symlinkSync('sub/a.txt', join(folder, 'in/link'))
      execFileSync('zip', ['-qry', '../native.zip', '.'], { cwd: join(folder, 'in') })
      const native = await read(readFileSync(join(folder, 'native.zip')))
      if (!native.ok) throw new Error(native.error.message)
      const byPath = Object.fromEntries(native.value.entries.map((entry) => [entry.path, entry]))
      expect(byPath['run']).toMatchObject({ kind: 'file', mode: 0o755 })
      expect(byPath['link']).toEqual({ kind: 'symlink', path: 'link', target: 'sub/a.txt' })
      const ours = writeZip(
        native.value.entries.map((entry) => ({ ...entry, mtimeMs: Date.now() })),
        'top',
      )
      writeFileSync(join(folder, 'ours.zip'), ours)
      execFileSync('unzip', ['-q', '../ours.zip'], { cwd: join(folder, 'in') })
      expect(execFileSync('diff', ['-r', 'in/top/sub', 'in/sub'], { cwd: folder }).toString()).toBe('')
      expect(execFileSync('stat', ['-c', '%a', 'in/top/run'], { cwd: folder }).toString()).toBe('755\n')
      expect(execFileSync('readlink', ['in/top/link'], { cwd: folder }).toString()).toBe('sub/a.txt\n')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

describe('checksum', () => {
  it('is the one of the standard, at every length and alignment', () => {
    expect(crc32(bytes('123456789'))).toBe(0xcbf43926)
    const data = Uint8Array.from({ length: 40 }, (_, n) => n * 7)
    for (let start = 0; start < 9; start++) {
      for (let end = start; end < 40; end++)
        expect(crc32(data.subarray(start, end))).toBe(slowCrc(data.subarray(start, end)))
    }
  })
})

function slowCrc(data: Uint8Array): number {
  let crc = -1
  for (const byte of data) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ -1) >>> 0
}

function hasNativeZip(): boolean {
  try {
    execFileSync('zip', ['-v'], { stdio: 'ignore' })
    execFileSync('unzip', ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
