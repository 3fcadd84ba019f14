/**
 * The layers between a connected sandbox and its callers. Each replaces a few methods and calls the layer below for the rest.
 * `workspaceSandbox` has those for all callers, `runSandbox` adds those for the calls of an agent. The innermost first:
 *
 * 1. `description`: next to the port, so that all layers above share one question.
 * 2. `environment`: adds variables to a command before it begins. A command that is cancelled by then ends here.
 * 3. `home`: hears of the end of each command, also of one that did not begin; the layer below has no end of its own.
 * 4. `loggedRoot`: compares a checkpoint with the log, for all that take one.
 * 5. `places`: of an agent's file tools alone (`places/place-router.ts`); its commands see the sandbox as it is.
 * 6. `locks`: of an agent alone; the user may change a locked file. Reads `changed` as the log has it, so it is above 4, and
 *    its second checkpoint passes there, too.
 *
 * Between 4 and 5 a run follows the workspace to another sandbox (`run/followed-sandbox.ts`): 1 to 4 are those of the one that is there.
 *
 * The layer `reader` is `readingSandbox`, of an agent that only reads: above the one that follows and below 5, as the places have rules of
 * their own.
 *
 * A fork has the layers 1 and 2 of its own and no other one: its home is not kept, its roots are not the log's, and its commands are not
 * those of the workspace. `fork` itself is left to an agent that only reads: the files of its own sandbox stay as they are.
 *
 * Withheld files have no layer: the tools decide on them by name, and the sandbox reports which ones a command has opened.
 */
import type { Sandbox } from '../../../sandbox/contract/contract.ts'
import { ok } from '../../../sandbox/contract/errors.ts'
import { forkUnder } from './fork-layer.ts'
import { readerLayer } from './reader-layer.ts'
import { environmentLayer } from './sandbox-environment.ts'

type Layer = 'description' | 'environment' | 'home' | 'loggedRoot' | 'reader' | 'places' | 'locks'

/** The layers that replace each method, from the inside out. A method new in the contract does not compile until it stands here. */
export const LAYERS = {
  describe: ['description'],
  exec: ['environment', 'home', 'reader'],
  cancel: ['environment', 'places'],
  openShell: ['environment', 'reader'],
  checkpoint: ['loggedRoot', 'reader', 'locks'],
  stat: ['places'],
  readFile: ['places'],
  readFiles: ['places'],
  writeFile: ['reader', 'places'],
  writeFiles: ['reader', 'places'],
  list: ['places'],
  makeDirectory: ['reader', 'places'],
  remove: ['reader', 'places'],
  rename: ['reader', 'places'],
  symlink: ['reader', 'places'],
  readLink: ['places'],
  setMode: ['reader', 'places'],
  importArchive: ['reader'],
  exportArchive: [],
  glob: ['places'],
  grep: ['places'],
  findText: [],
  kill: [],
  processes: [],
  signal: [],
  outputTail: [],
  openedFiles: [],
  writeShell: [],
  closeShell: [],
  restore: ['reader'],
  diff: [],
  showResults: [],
  fork: ['description', 'environment'],
  usage: [],
  subscribe: [],
  dispose: [],
} as const satisfies Record<keyof Sandbox, readonly Layer[]>

/** The methods that a layer replaces, as listed. */
type Replaced<Name extends Layer> = Pick<
  Sandbox,
  { [Method in keyof Sandbox]: Name extends (typeof LAYERS)[Method][number] ? Method : never }[keyof Sandbox]
>

/** The listed methods of a layer over the sandbox below. */
export type SandboxLayer<Name extends Layer> = (below: Sandbox) => Replaced<Name>

export interface WorkspaceLayers {
  /** Variables of every command and shell. */
  readonly environment: () => Promise<Readonly<Record<string, string>>>
  /** A command has ended. */
  readonly onCommandEnd: () => void
  /** Latest root in the log of the open session. */
  readonly loggedRoot: () => string | undefined
}

/** A connected sandbox as the session, its terminals and its agents use it. */
export function workspaceSandbox(connected: Sandbox, layers: WorkspaceLayers): Sandbox {
  const { environment, onCommandEnd, loggedRoot } = layers
  const described = over(connected, descriptionLayer)
  const furnished = over(described, ((below) =>
    environmentLayer(below, environment)) satisfies SandboxLayer<'environment'>)
  return over(over(furnished, homeLayer(onCommandEnd)), loggedRootLayer(loggedRoot))
}

export interface AgentLayers {
  readonly places: SandboxLayer<'places'>
  readonly locks: SandboxLayer<'locks'>
}

/** The sandbox of a workspace as the calls of an agent use it. */
export function runSandbox(workspace: Sandbox, { places, locks }: AgentLayers): Sandbox {
  return over(over(workspace, places), locks)
}

/** The sandbox of a workspace as an agent uses it that only reads. */
export function readingSandbox(workspace: Sandbox): Sandbox {
  return over(workspace, readerLayer satisfies SandboxLayer<'reader'>)
}

function over(below: Sandbox, layer: (below: Sandbox) => Partial<Sandbox>): Sandbox {
  return { ...below, ...layer(below) }
}

/** One question for a connection: no back end changes its description. A closed port answers with a failure, which is not cached. */
const descriptionLayer: SandboxLayer<'description'> = (below) => {
  let known: ReturnType<Sandbox['describe']> | undefined
  const forget = () => (known = undefined)
  const ask = () => {
    const asked = below.describe()
    asked.then((told) => 'backend' in told || forget(), forget)
    return asked
  }
  return { describe: () => (known ??= ask()), fork: forkUnder(below, descriptionLayer) }
}

const homeLayer =
  (onCommandEnd: () => void): SandboxLayer<'home'> =>
  (below) => ({
    exec: (request, onOutput) => below.exec(request, onOutput).finally(onCommandEnd),
  })

/**
 * A checkpoint says whether the workspace is another than the log has it. A sandbox can only compare with the checkpoint before:
 * with two callers (the agent, and the user's view of the changes meanwhile), the second is told that nothing has changed, and
 * changes that the first does not log are lost with the tab.
 */
const loggedRootLayer =
  (loggedRoot: () => string | undefined): SandboxLayer<'loggedRoot'> =>
  (below) => ({
    checkpoint: async () => {
      const stored = await below.checkpoint()
      return stored.ok ? ok({ ...stored.value, changed: stored.value.root !== loggedRoot() }) : stored
    },
  })
