/** The in-memory sandbox with the product's own shell, git and utilities in place of the few commands that it has itself. */
import { runShell } from '../../src/sandbox/embedded/shell/testing/run-shell.ts'
import type { OpenedFile, Sandbox } from '../../src/sandbox/contract/contract.ts'
import type { Egress } from '../../src/sandbox/contract/egress.ts'
import { ok, type Result } from '../../src/sandbox/contract/errors.ts'
import { dirname, join, WORKSPACE_ROOT } from '../../src/sandbox/contract/path.ts'

type Files = ReadonlyMap<string, Uint8Array>

/** Each command works on a copy of the workspace; files that it writes or removes are written or removed here, too. */
export function withShell(sandbox: Sandbox, egress: Egress): Sandbox {
  const opened = new Map<string, readonly OpenedFile[]>()
  return {
    ...sandbox,
    describe: async () => ({ ...(await sandbox.describe()), reportsOpened: true }),
    openedFiles: async (id) => ok(opened.get(id) ?? []),
    exec: async ({ id, command, cwd = WORKSPACE_ROOT, skipsWithheld = false }, onOutput) => {
      const before = await filesOf(sandbox, WORKSPACE_ROOT)
      const { end, stdout, stderr, kernel } = await runShell(command, {
        cwd,
        egress,
        watchesWithheld: skipsWithheld,
        onStart: ({ vfs }) => {
          for (const [path, data] of before) {
            vfs.mkdir(dirname(path), 0o755, true)
            vfs.writeFile(path, data)
          }
        },
      })
      opened.set(id, kernel.opened())
      const files = kernel.vfs.walk(WORKSPACE_ROOT).filter(({ kind }) => kind === 'file')
      await writeBack(sandbox, before, new Map(files.map(({ path }) => [path, kernel.vfs.readFile(path)])))
      const said = { stdout: new TextEncoder().encode(stdout), stderr: new TextEncoder().encode(stderr) }
      for (const stream of ['stdout', 'stderr'] as const)
        await onOutput?.({
          stream,
          data: said[stream],
          ...(kernel.opened().length === 0 ? {} : { opened: 'program' }),
        })
      // Without a code it was killed, by whichever signal.
      return ok({
        ...said,
        exitCode: end.status.code ?? 128,
        cwd,
        droppedBytes: 0,
        durationMs: 1,
        timedOut: false,
      })
    },
  }
}

async function writeBack(sandbox: Sandbox, before: Files, after: Files): Promise<void> {
  for (const [path, data] of after)
    if (!isSame(before.get(path), data)) valueOf(await sandbox.writeFile({ path, data }))
  for (const path of before.keys()) if (!after.has(path)) valueOf(await sandbox.remove(path))
}

async function filesOf(sandbox: Sandbox, folder: string): Promise<Files> {
  const files = new Map<string, Uint8Array>()
  for (const { name, kind } of valueOf(await sandbox.list(folder))) {
    const path = join(folder, name)
    if (kind === 'file') files.set(path, valueOf(await sandbox.readFile(path)))
    else if (kind === 'directory')
      for (const [inner, data] of await filesOf(sandbox, path)) files.set(inner, data)
  }
  return files
}

function isSame(one: Uint8Array | undefined, other: Uint8Array): boolean {
  return one !== undefined && Buffer.compare(one, other) === 0
}

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}
