/**
 * Read-only means read-only: random command lines whose commands mostly read are decided in plan mode, and each that is allowed
 * runs in the real shell. Then no file may be another, `.git` included, no program have been started, and nothing asked for.
 */
import { expect, it } from 'vitest'
import { patience } from '../../scripts/lib/testing/patience.mjs'
import { decide } from '../../src/agent/permission/decide.ts'
import { placesOf } from '../../src/agent/permission/shell/places.ts'
import { isReadOnlyCommand } from '../../src/agent/permission/shell/rules/read-only.ts'
import { shellCall, stateWith } from '../../src/agent/permission/test-support.ts'
import { ensureCommandFiles } from '../../src/sandbox/embedded/shell/files/command-files.ts'
import type { MemoryKernel } from '../../src/sandbox/embedded/shell/testing/memory-kernel.ts'
import { runShell } from '../../src/sandbox/embedded/shell/testing/run-shell.ts'
import { soak } from '../../src/testing/soak.ts'
import { randomReading } from '../support/random-reading/random-reading.ts'
import { TRIPWIRE } from '../support/random-reading/reading-choice.ts'

const SOAK = soak('read-only', { gate: 2_000, round: 20_000 })
/** Lines that run in one shell before its files are looked at. */
const BATCH = 40
/** One in so many of the lines that are not allowed runs, too. */
const OTHERS = 50

const TEXTS = {
  '/workspace/a': 'one\nfoo;o\n',
  '/workspace/b': 'b two\n',
  '/workspace/src/c': 'three o\n',
  '/workspace/list': 'a\nb\n',
  '/workspace/notes.txt': 'o\n',
  '/workspace/evil': `x[$(touch new; ${TRIPWIRE})]\n`,
  '/workspace/-o': 'an option\n',
  '/workspace/b -o new': 'a name with an option\n',
  '/workspace/run.sh': '#!/bin/sh\necho ran > /workspace/new\n',
}

interface Entry {
  readonly kind: string
  readonly mode: number
  readonly bytes?: Uint8Array
  /** All that is compared. */
  readonly state: string
}
type Tree = ReadonlyMap<string, Entry>

interface Effects {
  readonly changed: readonly string[]
  readonly started: readonly string[]
  readonly requests: readonly string[]
}
const NOTHING: Effects = { changed: [], started: [], requests: [] }

interface Ran extends Effects {
  readonly stderr: string
}

it(
  SOAK.title('a line that is read-only changes no file, starts no program and asks for nothing'),
  { timeout: patience(600_000) },
  async () => {
    const shells = await Shells.create()
    const waiting: string[] = []
    const counts = { allowed: 0, wouldHave: 0 }
    const checkAllowed = async (lines: readonly string[]) => {
      const { stderr: _, ...effects } = await shells.run(lines)
      if (isNothing(effects) && !isRefused(await shells.run(lines, 'held'))) return
      const [line = ''] = lines
      if (lines.length > 1) for (const each of lines) await checkAllowed([each])
      else expect({ line, effects }).toEqual({ line, effects: NOTHING })
      throw new Error(`Needs more than to look, alone or after one another:\n${lines.join('\n---\n')}`)
    }
    await SOAK.each(async ({ seed, random }) => {
      const line = randomReading(random)
      if (isAllowed(line)) {
        counts.allowed += 1
        waiting.push(line)
        if (waiting.length >= BATCH) await checkAllowed(waiting.splice(0))
      } else if (seed % OTHERS === 0) {
        if (!isNothing(await shells.run([line]))) counts.wouldHave += 1
        // The kernel holds any line to it, however it was judged.
        const { changed, requests } = await shells.run([line], 'held')
        expect({ line, changed, requests }).toEqual({ line, changed: [], requests: [] })
      }
    })
    await checkAllowed(waiting)
    console.log(
      `read-only: ${SOAK.count} lines, ${counts.allowed} allowed; of one in ${OTHERS} of the others ${counts.wouldHave} would have changed something`,
    )
    if (SOAK.count < 1_000) return
    expect(counts.allowed).toBeGreaterThan(SOAK.count / 10)
    expect(counts.wouldHave).toBeGreaterThan(0)
  },
)

function isNothing({ changed, started, requests }: Effects): boolean {
  return [changed, started, requests].every((list) => list.length === 0)
}

/** The kernel has kept it from something that it needs. */
function isRefused({ stderr }: Ran): boolean {
  return /read-only file system|EROFS|EPERM|operation not permitted/i.test(stderr)
}

function isAllowed(line: string): boolean {
  const { reads, writes } = placesOf(line, '/workspace')
  const use = (access: 'read' | 'write') => (path: string) => ({ access, path, real: path })
  const paths = [...reads.map(use('read')), ...writes.map(use('write'))]
  const call = shellCall(line, { paths, readOnly: isReadOnlyCommand(line) })
  return decide(call, stateWith({ mode: 'plan' })).behavior === 'allow'
}

/** Shells over copies of one workspace: it has a commit, and changes on top of it. */
class Shells {
  readonly #start: Tree
  #untouched: Tree = new Map()

  private constructor(start: Tree) {
    this.#start = start
  }

  static async create(): Promise<Shells> {
    const { kernel, stderr } = await runShell(
      'git init -q . && git config user.name x && git config user.email x@example && git add a b src && git commit -qm first && ' +
        'tar cf x.tar a b && zip -q x.zip a && echo more >> b && cp run.sh .git/hooks/post-checkout',
      { files: TEXTS },
    )
    expect(stderr).toBe('')
    const shells = new Shells(new Map([...treeOf(kernel)].filter(([path]) => path.startsWith('/workspace'))))
    shells.#untouched = treeOf((await shells.#shell([':'], 'free')).kernel)
    return shells
  }

  /** The effects of these lines together. `held`: they run as what was judged to only read does. */
  async run(lines: readonly string[], how: 'free' | 'held' = 'free'): Promise<Ran> {
    const { kernel, started, requests, stderr } = await this.#shell(lines, how)
    const after = treeOf(kernel)
    const paths = [...new Set([...this.#untouched.keys(), ...after.keys()])]
    const changed = paths.filter((path) => this.#untouched.get(path)?.state !== after.get(path)?.state)
    return { changed, started, requests, stderr }
  }

  async #shell(lines: readonly string[], how: 'free' | 'held') {
    const requests: string[] = []
    const started: string[] = []
    const egress = {
      request: ({ url }: { readonly url: string }) => {
        requests.push(url)
        return Promise.resolve({ type: 'refused', message: 'Refused.' } as const)
      },
    }
    const programs = {
      [TRIPWIRE]: ({ argv }: { readonly argv: readonly string[] }) => {
        started.push(argv.join(' '))
        return Promise.resolve(0)
      },
    }
    const script = lines
      .map((line) => `bash -c '${line.replaceAll("'", String.raw`'\''`)}' </dev/null`)
      .join('\n')
    const { kernel, stderr } = await runShell(script, {
      egress,
      programs,
      isReadOnly: how === 'held',
      // As the tool has it for what only reads.
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/home/user', GIT_OPTIONAL_LOCKS: '0' },
      onStart: ({ vfs }) => {
        ensureCommandFiles(vfs)
        write(this.#start, vfs)
      },
    })
    return { kernel, started, requests, stderr }
  }
}

/** Any fixed moment: a file that is written anew has another. */
const LONG_AGO = 1_700_000_000_000

function write(tree: Tree, vfs: MemoryKernel['vfs']): void {
  for (const [path, { kind, bytes, mode }] of tree) {
    if (kind === 'directory') vfs.mkdir(path, mode, true)
    else if (bytes !== undefined) vfs.writeFile(path, bytes, mode)
  }
  for (const path of [...tree.keys()].toReversed()) vfs.utimes(path, LONG_AGO, LONG_AGO)
}

/** All but devices and what the kernel makes up. Times count in the workspace. */
function treeOf({ vfs }: MemoryKernel): Tree {
  const tree = new Map<string, Entry>()
  for (const { path, kind } of vfs.walk('/')) {
    if (/^\/(proc|dev)(\/|$)/.test(path)) continue
    const { mode, mtimeMs } = vfs.lstat(path)
    const bytes = kind === 'file' ? vfs.readFile(path) : undefined
    const content = bytes === undefined ? '' : Buffer.from(bytes).toString('latin1')
    const time = path.startsWith('/workspace') ? mtimeMs : ''
    tree.set(path, {
      kind,
      mode,
      ...(bytes === undefined ? {} : { bytes }),
      state: `${kind} ${mode} ${time} ${content}`,
    })
  }
  return tree
}
