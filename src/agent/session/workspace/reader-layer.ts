/** The sandbox of an agent that only reads: whatever its tools try, no byte of the workspace is written. */
import type { Sandbox } from '../../../sandbox/contract/contract.ts'
import { fail, ok } from '../../../sandbox/contract/errors.ts'

/** Commands run only as read-only ones, which the sandbox itself enforces. A checkpoint is never this agent's change. */
export const readerLayer = (below: Sandbox) => ({
  exec: (...[request, onOutput]: Parameters<Sandbox['exec']>) =>
    request.readOnly === true
      ? below.exec(request, onOutput)
      : Promise.resolve(refused('run a command that may change something')),
  openShell: async () => refused('open a shell'),
  checkpoint: async () => {
    const stored = await below.checkpoint()
    return stored.ok ? ok({ ...stored.value, changed: false }) : stored
  },
  writeFile: async () => refused('write a file'),
  writeFiles: async () => refused('write files'),
  makeDirectory: async () => refused('make a folder'),
  remove: async () => refused('remove a file'),
  rename: async () => refused('rename a file'),
  symlink: async () => refused('make a link'),
  setMode: async () => refused('change the mode of a file'),
  importArchive: async () => refused('replace the workspace'),
  restore: async () => refused('restore the workspace'),
})

function refused(what: string) {
  return fail('not_permitted', `This agent only reads: it may not ${what}.`, {
    hint: 'Report what should be changed or run.',
  })
}
