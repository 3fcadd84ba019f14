import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runShell } from '../../testing/run-shell.ts'
import { writeTar, type TarEntry } from './tar-format.ts'

/** A tree with what archives get wrong: long names, letters, modes, links, bytes, nothing. */
const MAKE = [
  `n=${'long-name-'.repeat(15)}`,
  'mkdir -p "t/$n/empty" && printf "\\0\\1\\377" > "t/$n/b" && printf hi > "t/zé ü" && chmod 751 "t/zé ü"',
  'ln -s "$n/b" t/link && ln "t/zé ü" t/hard && : > t/nothing',
].join('; ')
const SHOW = [
  'tar xf x.tar && cd t && find . | LC_ALL=C sort && cat hard link | sha1sum && stat -c %a hard',
  '[ hard -ef "zé ü" ] && readlink link',
].join('; ')

const hasTar = spawnSync('tar', ['--version']).status === 0

function inReal(script: string, archive?: Uint8Array): { stdout: string; archive: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'tar-'))
  try {
    const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8' }
    if (archive !== undefined) spawnSync('sh', ['-c', 'cat > x.tar'], { cwd: folder, input: archive })
    const { stdout } = spawnSync('bash', ['-c', script], { cwd: folder, env, encoding: 'utf8' })
    const made = archive === undefined ? readFileSync(join(folder, 'x.tar')) : Buffer.alloc(0)
    return { stdout, archive: made }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test.skipIf(!hasTar).each(['--format=gnu', '--format=posix', '--format=ustar -z'])(
  'what the real tar packs with %s we unpack, and the other way round',
  async (format) => {
    const real = inReal(
      `${MAKE.replace('long-name-'.repeat(15), 'name-'.repeat(15))}; tar cf x.tar ${format} t`,
    )
    const unpacked = await runShell(`base64 -d > x.tar; ${SHOW}`, { stdin: real.archive.toString('base64') })
    const packed = await runShell(`${MAKE}; tar c ${format.includes('z') ? '-z' : ''} t`)
    const bytes = Buffer.concat(packed.kernel.outputBytes)
    const expected = await runShell(`${MAKE}; tar cf x.tar t; rm -r t; ${SHOW}`)
    expect(inReal(SHOW, bytes).stdout).toBe(expected.stdout)
    expect(unpacked.stdout).toBe(expected.stdout.replaceAll('long-name-'.repeat(15), 'name-'.repeat(15)))
  },
)

const about = { mode: 0o644, mtimeMs: 0, owner: 'root', group: 'root', target: '', data: new Uint8Array(0) }

/** Entries, and what is said of them; nothing may appear outside of the directory. */
const hostile: readonly (readonly [what: string, entries: readonly Partial<TarEntry>[], stderr: string])[] = [
  [
    'names that lead out',
    [{ path: '../evil' }, { path: 'a/../../evil' }],
    "tar: ../evil: Member name contains '..'\ntar: a/../../evil: Member name contains '..'\n",
  ],
  ['absolute names', [{ path: '/evil' }], "tar: Removing leading `/' from member names\n"],
  [
    'writing through links of the archive',
    [
      { path: 'l', kind: 'symlink', target: '/tmp' },
      { path: 'l/evil' },
      { path: 'up', kind: 'symlink', target: '..' },
      { path: 'up/evil' },
    ],
    'tar: l/evil: Cannot open: Not a directory\ntar: up/evil: Cannot open: Not a directory\n',
  ],
  [
    'hard links to what is outside',
    [{ path: 'evil', kind: 'hard link', target: '../secret' }],
    "tar: ../secret: Member name contains '..'\n",
  ],
]

test.each(hostile)('refuses %s', async (_what, entries, stderr) => {
  const archive = writeTar(entries.map((entry) => ({ ...about, path: '', kind: 'file', ...entry })))
  const script =
    'base64 -d > /tmp/x.tar; echo secret > secret; mkdir o; tar xf /tmp/x.tar -C o; find / -name "*evil*"'
  const run = await runShell(script, { stdin: Buffer.from(archive).toString('base64') })
  expect(run.stderr.replace('tar: Exiting with failure status due to previous errors\n', '')).toBe(stderr)
  expect(run.stdout.split('\n').filter((line) => !line.startsWith('/workspace/o/'))).toEqual([''])
})
