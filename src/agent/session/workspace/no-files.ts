/** The sandbox of an agent that has only places beside it, such as the memory: nothing of the workspace can be read, written or run. */
import type { Sandbox, SandboxDescription } from '../../../sandbox/contract/contract.ts'
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import { MEMORY, WORKSPACE_ROOT } from '../../../sandbox/contract/path.ts'

const DESCRIPTION: SandboxDescription = {
  backend: 'memory',
  contained: true,
  separateStderr: true,
  shell: false,
  openShells: false,
  endDirectory: false,
  readOnlyCommands: true,
  reportsOpened: false,
  resultFiles: false,
  forks: false,
  workspacePath: WORKSPACE_ROOT,
}

export function noFiles(): Sandbox {
  const refused = async () =>
    fail('not_permitted', `This agent has only the notes at ${MEMORY}.`, {
      hint: `Use paths that begin with ${MEMORY}/.`,
    })
  return {
    describe: async () => DESCRIPTION,
    // Nothing of it can change.
    checkpoint: async () => ok({ root: '', changed: false, files: 0, bytes: 0 }),
    cancel: async () => undefined,
    subscribe: () => () => undefined,
    dispose: async () => undefined,
    stat: refused,
    readFile: refused,
    readFiles: refused,
    writeFile: refused,
    writeFiles: refused,
    list: refused,
    makeDirectory: refused,
    remove: refused,
    rename: refused,
    symlink: refused,
    readLink: refused,
    setMode: refused,
    importArchive: refused,
    exportArchive: refused,
    glob: refused,
    grep: refused,
    findText: refused,
    exec: refused,
    kill: refused,
    processes: refused,
    signal: refused,
    outputTail: refused,
    openedFiles: refused,
    openShell: refused,
    writeShell: refused,
    closeShell: refused,
    restore: refused,
    diff: refused,
    showResults: refused,
    fork: refused,
    usage: refused,
  }
}
