/**
 * Guarded files stay as they are: random command lines that write are decided as the Bash tool describes them, and each that is
 * allowed unasked runs in the real shell. Then no file of git and none that steers may be another, be gone, or be new.
 */
import { expect, it } from 'vitest'
import { patience } from '../../scripts/lib/testing/patience.mjs'
import { decide } from '../../src/agent/permission/decide.ts'
import { analyse } from '../../src/agent/permission/shell/analysis.ts'
import { isUnsure } from '../../src/agent/permission/shell/unsure-target.ts'
import { stateWith } from '../../src/agent/permission/test-support.ts'
import { bashTool } from '../../src/agent/tools/shell/bash.ts'
import { describeCall } from '../../src/agent/tools/pipeline/permit.ts'
import { ToolState } from '../../src/agent/tools/state.ts'
import { emptySandbox } from '../../src/agent/tools/testing/test-bench.ts'
import type { MemoryKernel } from '../../src/sandbox/embedded/shell/testing/memory-kernel.ts'
import { runShell } from '../../src/sandbox/embedded/shell/testing/run-shell.ts'
import { fail, ok } from '../../src/sandbox/contract/errors.ts'
import { isInGitFolder } from '../../src/sandbox/contract/git-folder.ts'
import { isSteeringFile } from '../../src/sandbox/contract/steering-file.ts'
import { soak } from '../../src/testing/soak.ts'
import { randomWriting } from '../support/random-writing/random-writing.ts'

const SOAK = soak('git-folder', { gate: 1_500, round: 12_000 })

const FILES = {
  '/workspace/.git/config': '[core]\n\tbare = false\n',
  '/workspace/.git/HEAD': 'ref: refs/heads/main\n',
  '/workspace/.git/index': 'no index\n',
  '/workspace/.git/hooks/pre-commit': '#!/bin/sh\nexit 0\n',
  '/workspace/.claude/settings.json': '{}\n',
  '/workspace/CLAUDE.md': 'Look before you leap.\n',
  '/workspace/sub/AGENTS.md': 'Look.\n',
  '/workspace/sub/x': 'x\n',
  '/workspace/.mcp.json': '{}\n',
  '/workspace/.npmrc': 'fund=false\n',
  '/workspace/a.txt': 'one\ntwo o\n',
  '/workspace/evil': 'evil o\nmore\n',
  '/workspace/docs/x.md': 'x o\n',
  '/workspace/dist/x.js': 'x\n',
  '/workspace/list': 'evil\na.txt\n',
  '/workspace/x.json': '{}\n',
  '/workspace/x.patch': '--- a.txt\n+++ a.txt\n@@ -1,2 +1,2 @@\n-one\n+two\n two o\n',
}

const MODES = {
  'in the sandbox': stateWith({ sandboxAutoAllow: true }),
  bypass: stateWith({ mode: 'bypassPermissions', allowBypass: true }),
}

type Guarded = ReadonlyMap<string, string>

it(
  SOAK.title('no line that runs unasked changes a file of git or one that steers'),
  { timeout: patience(900_000) },
  async () => {
    const { describe, start } = await workspace()
    const before = guardedIn((await runShell(':', { onStart: start })).kernel)
    const counts = { allowed: 0, bypassed: 0, notAllowed: 0, wouldHave: 0 }
    await SOAK.each(async ({ seed, random }) => {
      const line = randomWriting(random)
      const call = await describe(line)
      const allowed = Object.entries(MODES).flatMap(([name, state]) =>
        decide(call, state).behavior === 'allow' ? [name] : [],
      )
      // Nobody is asked in bypass, so that a line runs there though only the run can tell what it writes.
      const modes = isUnsure(analyse(line)) ? allowed.filter((name) => name !== 'bypass') : allowed
      if (modes.length === 0) counts.notAllowed += 1
      if (modes.includes('bypass')) counts.bypassed += 1
      if (modes.includes('in the sandbox')) counts.allowed += 1
      // A few of the others run, too, to show that they would have changed something.
      if (modes.length === 0 && seed % 50 !== 0) return
      const changed = differences(line, before, guardedIn((await runShell(line, { onStart: start })).kernel))
      if (modes.length > 0) expect({ line, modes, changed }).toEqual({ line, modes, changed: [] })
      else if (changed.length > 0) counts.wouldHave += 1
    })
    console.log(
      `guarded files: ${SOAK.count} lines, ${counts.allowed} allowed, in bypass ${counts.bypassed}, ${counts.notAllowed} in neither; ` +
        `of one in 50 of those ${counts.wouldHave} would have changed one`,
    )
    if (SOAK.count < 1_000) return
    expect(counts.allowed).toBeGreaterThan(SOAK.count / 25)
    expect(counts.wouldHave).toBeGreaterThan(0)
  },
)

/** The workspace that every line starts with, and its lines as calls of the Bash tool. */
async function workspace() {
  const { kernel } = await runShell(
    'tar cf x.tar a.txt docs && zip -q x.zip a.txt && ln -s .git gl && ln -s CLAUDE.md lock.md',
    { files: FILES },
  )
  const { vfs } = kernel
  const entries = vfs.walk('/workspace').map(({ path, kind }) => ({
    ...{ path, kind, mode: vfs.lstat(path).mode },
    target: kind === 'symlink' ? vfs.readlink(path) : '',
    bytes: kind === 'file' ? vfs.readFile(path) : new Uint8Array(),
  }))
  const start = ({ vfs: fresh }: MemoryKernel) => {
    for (const { path, kind, mode, target, bytes } of entries) {
      if (kind === 'directory') fresh.mkdir(path, mode, true)
      else if (kind === 'symlink') fresh.symlink(target, path)
      else fresh.writeFile(path, bytes, mode)
    }
  }
  const root = {
    path: '/workspace',
    kind: 'directory',
    mode: 0o755,
    target: '',
    bytes: new Uint8Array(),
  } as const
  const kinds = new Map([root, ...entries].map((entry) => [entry.path, entry] as const))
  const none = fail('not_found', 'Nothing is there.')
  const sandbox = emptySandbox({
    stat: async (path) => {
      const found = kinds.get(path)
      if (found === undefined) return none
      const kind = found.kind === 'directory' || found.kind === 'symlink' ? found.kind : 'file'
      return ok({ kind, size: found.bytes.length, mode: found.mode, mtimeMs: 0 })
    },
    list: async (folder) =>
      ok(
        entries
          .filter(({ path }) => path.slice(0, path.lastIndexOf('/')) === folder)
          .map(({ path, kind, mode }) => ({ name: path.slice(folder.length + 1), kind, mode, size: 0 })),
      ),
    readLink: async (path) => {
      const found = kinds.get(path)
      return found?.kind === 'symlink' ? ok(found.target) : none
    },
  })
  const describe = async (command: string) => {
    const prepared = bashTool.prepare({ command })
    if (!prepared.ok) throw new Error(`No call: ${command}`)
    return describeCall(bashTool, prepared.call, { sandbox, state: new ToolState() })
  }
  return { describe, start }
}

function guardedIn({ vfs }: MemoryKernel): Guarded {
  const files = new Map<string, string>()
  for (const { path, kind } of vfs.walk('/workspace')) {
    // A folder by such a name steers nothing.
    if (!isInGitFolder(path) && (kind === 'directory' || !isSteeringFile(path))) continue
    const content = kind === 'file' ? new TextDecoder('latin1').decode(vfs.readFile(path)) : ''
    const target = kind === 'symlink' ? vfs.readlink(path) : ''
    files.set(path, `${kind} ${vfs.lstat(path).mode} ${target} ${content}`)
  }
  return files
}

/** A copy of a file that steers, under its own name, was brought along: export asks about it, not the line. */
function differences(line: string, before: Guarded, after: Guarded): readonly string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (path) =>
      before.get(path) !== after.get(path) && !isBroughtAlong(path, before, after) && !isByTheWay(path, line),
  )
}

function isBroughtAlong(path: string, before: Guarded, after: Guarded): boolean {
  const name = path.slice(path.lastIndexOf('/'))
  return (
    !isInGitFolder(path) &&
    !before.has(path) &&
    [...before].some(([other, state]) => other.endsWith(name) && state === after.get(path))
  )
}

/** A search that names no such file may meet one deeper down: export asks about it, too. */
function isByTheWay(path: string, line: string): boolean {
  return path.startsWith('/workspace/sub/') && !/sub|agent/i.test(line)
}
