/** Start directory of a command: permission is decided for the same directory in which it runs. */
import type { Sandbox } from '../../../sandbox/contract/contract.ts'
import { WORKSPACE_ROOT } from '../../../sandbox/contract/path.ts'
import type { ToolOutput } from '../contract.ts'
import type { ToolState } from '../state.ts'

interface StartDirectory {
  readonly cwd: string
  /** Tells the model that it is another than it may expect. */
  readonly note?: string
}

/** The directory in which the last command ended; the workspace's root if that is gone. */
export async function startDirectory({
  sandbox,
  state: { cwd },
}: {
  readonly sandbox: Pick<Sandbox, 'stat'>
  readonly state: Pick<ToolState, 'cwd'>
}): Promise<StartDirectory> {
  if (cwd === WORKSPACE_ROOT) return { cwd }
  const stat = await sandbox.stat(cwd)
  if (stat.ok && stat.value.kind === 'directory') return { cwd }
  return {
    cwd: WORKSPACE_ROOT,
    note: `[${cwd} is no longer there, so the start directory was ${WORKSPACE_ROOT}.]`,
  }
}

/** The note comes after all that the command said. */
export function withNote(output: ToolOutput, note: string | undefined): ToolOutput {
  if (note === undefined) return output
  return { ...output, ending: output.ending === undefined ? note : `${output.ending}\n${note}` }
}
