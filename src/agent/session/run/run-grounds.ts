/** Prepares the ground of a run: checks before anything is stored, then the sandbox with the session in it, and its permissions. */
import type { Sandbox } from '../../../sandbox/contract/contract.ts'
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import type { Settings } from '../../protocol/settings.ts'
import type { Session } from '../log/session.ts'
import type { DeploymentPolicy } from '../policy/deployment-policy.ts'
import { refusedFile, refusedModel } from '../policy/run-gate.ts'
import type { StorageRoom } from '../reserve/storage-room.ts'
import type { CredentialStore } from '../secrets/credential-store.ts'
import type { WorkspaceSecrets } from '../secrets/workspace-secrets.ts'
import type { StoredResults } from '../workspace/places/stored-results.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { NotesAside } from '../memory/memory-place.ts'
import type { MemoryGroundOptions } from '../memory/memory-ground.ts'
import { noFiles } from '../workspace/no-files.ts'
import { followedSandbox } from './followed-sandbox.ts'
import type { RunGround, RunParts } from './run-context.ts'
import type { MemoryGround } from './told/told-memory.ts'
import type { RunPolicy } from './run-policy.ts'
import { sleep } from '../../egress/sleep.ts'

export interface RunGroundsOptions {
  readonly session: () => Session | undefined
  readonly workspace: Pick<Workspace, 'sandbox'>
  readonly results: Pick<StoredResults, 'placesBeside'>
  /** Undefined where it is switched off. */
  readonly memory: (
    settings: Settings,
    aside?: MemoryGroundOptions['aside'],
  ) => Promise<MemoryGround | undefined>
  readonly secrets: Pick<WorkspaceSecrets, 'learn'>
  readonly room: Pick<StorageRoom, 'regain'>
  readonly credentials: CredentialStore
  readonly policy: Pick<DeploymentPolicy, 'state' | 'renewed'>
  readonly parts: Pick<RunParts, 'prepare'>
}

interface GroundRequest {
  readonly session: Session
  readonly policy: RunPolicy
  readonly signal: AbortSignal
}

export class RunGrounds {
  readonly #options: RunGroundsOptions

  constructor(options: RunGroundsOptions) {
    this.#options = options
  }

  /** Whether a run may begin, as far as the deployment and the storage go; reads the settings. */
  async admit(policy: RunPolicy): Promise<Result<void>> {
    const permitted = refusedModel(await this.#options.policy.renewed(), await policy.begin())
    if (!permitted.ok) return permitted
    this.#options.parts.prepare?.(policy.settings)
    return this.#options.room.regain()
  }

  /** Whether the deployment's policy can be used: without it a run is not spoken to, either. */
  async goesOn(): Promise<Result<void>> {
    return refusedFile(await this.#options.policy.state())
  }

  /** Nothing is written before it is known what has to be kept out of it: the person's own values are among the keys. */
  keysOpen(): Promise<Result<void>> {
    return this.#options.credentials.keyring.need()
  }

  /** After `admit`: the keys, then the sandbox with the session in it. Rejects with `StorageError`. */
  async prepare({ session, policy, signal }: GroundRequest): Promise<Result<RunGround>> {
    const keys = await this.keysOpen()
    if (!keys.ok) return keys
    if (signal.aborted) return fail('cancelled', 'It was stopped before anything was sent.')
    const sandbox = await this.#options.workspace.sandbox()
    if (!sandbox.ok) return sandbox
    await session.mend()
    // Before what the person writes is stored, too.
    await this.#options.secrets.learn(sandbox.value, session.facts.root)
    await policy.attach(sandbox.value)
    return ok({
      sandbox: this.#followed(sandbox.value, { session, policy, signal }),
      places: await this.#options.results.placesBeside(sandbox.value),
      memory: await this.#options.memory(policy.settings),
      settings: policy.settings,
      policy,
    })
  }

  /**
   * After `admit`: for an agent that has the notes alone. The sandbox is not waited for, and no passphrase is asked for. Its model is the
   * one that picks notes, where there is one.
   */
  async prepareNotes(policy: RunPolicy, aside: NotesAside): Promise<Result<RunGround>> {
    const { settings } = policy
    const { state } = await this.#options.credentials.keyring.opened()
    if (state === 'locked') return fail('not_permitted', 'The keys are locked.')
    const memory = await this.#options.memory(settings, aside)
    if (!memory) return fail('not_permitted', 'Remembering is switched off.')
    const sandbox = noFiles()
    await policy.attach(sandbox)
    const model = settings.memoryModel || settings.model
    return ok({ sandbox, places: [], memory, settings: { ...settings, model }, policy })
  }

  /** The run sees no other session's files, and no sandbox that its rules have not looked at. */
  #followed(sandbox: Sandbox, { session, policy, signal }: GroundRequest): Sandbox {
    const next = async (): Promise<Result<Sandbox>> => {
      const shown = await this.#options.workspace.sandbox()
      if (this.#options.session() !== session) return fail('disposed', 'Another session is open now.')
      if (shown.ok) await policy.attach(shown.value)
      return shown
    }
    return followedSandbox(sandbox, { next, sleep, signal })
  }
}
