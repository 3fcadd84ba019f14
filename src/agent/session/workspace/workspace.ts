/**
 * The sandbox as the agent worker holds it: whichever back end the page has booted, showing the workspace of the
 * open session. A broken sandbox is replaced by attaching another; the last stored root is put back into it.
 */
import type { Sandbox, SandboxEvent } from '../../../sandbox/contract/contract.ts'
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import type { SandboxState } from '../../protocol/tab-notice.ts'
import { workspaceSandbox } from './sandbox-layers.ts'
import type { WorkspaceLayers } from './sandbox-layers.ts'

const noVariables = () => Promise.resolve({})

export interface WorkspaceOptions {
  /** Latest root in the open session's log; undefined where it has none. */
  readonly loggedRoot: () => string | undefined
  /** Variables of every command and shell; none by default. */
  readonly environment?: WorkspaceLayers['environment']
  readonly onCommandEnd?: WorkspaceLayers['onCommandEnd']
  readonly onState: (state: SandboxState) => void
  /** Puts what belongs to the session beside its workspace; a failure is told, and costs no files. */
  readonly showBeside?: (sandbox: Sandbox) => Promise<Result<void>>
  /** The workspace of the session is there; said before anybody else can use it. */
  readonly onShown?: (sandbox: Sandbox) => void
  readonly onEvent: (event: SandboxEvent) => void
}

export class Workspace {
  readonly #options: WorkspaceOptions
  #attached: Sandbox | undefined
  #emptyRoot: string | undefined
  /** Root that the open session wants to see; undefined: an empty workspace. */
  #wanted: string | undefined
  /** The sandbox once it shows what is wanted. Replaced by each attach and show. */
  #ready: Promise<Result<Sandbox>>
  /** Settles when no restore is under way: they never overlap. */
  #idle: Promise<unknown> = Promise.resolve()
  /** A pending restore that has not read the wanted root yet. */
  #undecided: { readonly sandbox: Sandbox; readonly shown: Promise<Result<Sandbox>> } | undefined
  /** Resolves a `#ready` that has no attached sandbox yet. */
  #settleFirst: ((outcome: Result<Sandbox>) => void) | undefined
  #unsubscribe: (() => void) | undefined

  constructor(options: WorkspaceOptions) {
    this.#options = options
    this.#ready = new Promise((resolve) => {
      this.#settleFirst = resolve
    })
  }

  /** Resolves when a sandbox shows the session's files; with the failure when it could not be booted. */
  sandbox(): Promise<Result<Sandbox>> {
    return this.#ready
  }

  attach(sandbox: Sandbox): Promise<void> {
    return this.#attach(sandbox, undefined)
  }

  /** `emptyRoot` of a sandbox that is no longer empty. */
  async #attach(attached: Sandbox, emptyRoot: string | undefined): Promise<void> {
    await this.#detach()
    const { loggedRoot, environment = noVariables, onCommandEnd = () => undefined } = this.#options
    const sandbox = workspaceSandbox(attached, {
      environment,
      onCommandEnd,
      loggedRoot: () => loggedRoot() ?? this.#emptyRoot,
    })
    this.#attached = sandbox
    this.#emptyRoot = emptyRoot
    this.#unsubscribe = sandbox.subscribe((event) => {
      this.#options.onEvent(event)
      if (event.type === 'crashed') this.failed({ message: event.message, hint: 'It is started again …' })
    })
    this.#follow(this.#showNext(sandbox))
  }

  /** Replaces the sandbox by one that shows the same root, once it does. The old one stays when that fails. */
  async moveTo(next: Sandbox): Promise<Result<void>> {
    const empty = await next.checkpoint()
    if (!empty.ok) return empty
    const restored = await next.restore(this.#wanted ?? empty.value.root)
    if (!restored.ok) return restored
    await this.#attach(next, empty.value.root)
    const shown = await this.#ready
    return shown.ok ? ok(undefined) : shown
  }

  /** No sandbox can be had; everything that needs one fails with this until another is attached. */
  failed(failure: { message: string; hint: string }): void {
    this.#attached = undefined
    this.#options.onState({ status: 'failed', ...failure })
    this.#follow(Promise.resolve(fail('disposed', failure.message, { hint: failure.hint })))
  }

  /** It has died, and another is on its way: its calls end, and those that come now wait for the next. */
  async lost(): Promise<void> {
    if (!this.#attached) return
    this.#options.onState({ status: 'booting' })
    this.#ready = new Promise((resolve) => {
      this.#settleFirst = resolve
    })
    await this.#detach()
  }

  /** Shows another root (a session was opened). Resolves when it is there, or at once when nothing is attached. */
  async show(root: string | undefined): Promise<Result<void>> {
    this.#wanted = root
    if (!this.#attached) return ok(undefined)
    this.#follow(this.#showNext(this.#attached))
    const shown = await this.#ready
    return shown.ok ? ok(undefined) : shown
  }

  /**
   * The workspace is at this root now, by a checkpoint or an import: a fresh sandbox would be restored to it.
   */
  moved(root: string): void {
    this.#wanted = root
  }

  /** Ends all that runs there, but what was detached. */
  async endProcesses(): Promise<void> {
    const sandbox = this.#attached
    const listed = await sandbox?.processes()
    if (sandbox === undefined || listed?.ok !== true) return
    const left = listed.value.filter(({ detached }) => !detached)
    await Promise.all(left.map(({ pid }) => sandbox.signal({ pid }, 'SIGKILL')))
  }

  get emptyRoot(): string | undefined {
    return this.#emptyRoot
  }

  #showNext(sandbox: Sandbox): Promise<Result<Sandbox>> {
    if (this.#undecided?.sandbox === sandbox) return this.#undecided.shown
    const shown = this.#idle.then(() => this.#show(sandbox))
    this.#undecided = { sandbox, shown }
    this.#idle = shown
    return shown
  }

  async #show(sandbox: Sandbox): Promise<Result<Sandbox>> {
    this.#options.onState({ status: 'restoring' })
    const [description, empty] = await Promise.all([
      sandbox.describe(),
      // The first checkpoint of a fresh sandbox is the empty workspace: new sessions start from it.
      this.#emptyRoot === undefined ? sandbox.checkpoint() : undefined,
    ])
    if (this.#undecided?.sandbox === sandbox) this.#undecided = undefined
    // Not before: the session that opens meanwhile may still be the one whose workspace, and the rest, is shown here.
    const beside = this.#options.showBeside?.(sandbox)
    if (empty && !empty.ok) return this.#report(empty, sandbox)
    this.#emptyRoot ??= empty?.value.root
    const target = this.#wanted ?? this.#emptyRoot
    if (target !== undefined && target !== empty?.value.root) {
      const restored = await sandbox.restore(target)
      if (!restored.ok) return this.#report(restored, sandbox)
    }
    const isBeside = await beside
    if (isBeside?.ok === false)
      console.warn('A part of the session beside its workspace was not put back:', isBeside.error.message)
    this.#options.onShown?.(sandbox)
    this.#options.onState({ status: 'ready', backend: description.backend })
    return ok(sandbox)
  }

  /** A failure of a detached sandbox is not reported. */
  #report<T extends Result<unknown> & { ok: false }>(failure: T, sandbox: Sandbox): T {
    if (this.#attached !== sandbox) return failure
    const { message, hint = 'Reload the page.' } = failure.error
    this.#options.onState({ status: 'failed', message, hint })
    return failure
  }

  #follow(next: Promise<Result<Sandbox>>): void {
    this.#ready = next
    const settle = this.#settleFirst
    this.#settleFirst = undefined
    if (settle) void next.then(settle)
  }

  async #detach(): Promise<void> {
    this.#unsubscribe?.()
    this.#unsubscribe = undefined
    const previous = this.#attached
    this.#attached = undefined
    if (previous) await previous.dispose()
  }
}
