/** The sandbox of a run: when it dies or is replaced, the run goes on in the next one, which shows the same files. */
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result, SandboxError } from '../../../sandbox/contract/errors.ts'
import type { Sandbox } from '../../../sandbox/contract/contract.ts'
import { SANDBOX_ATTEMPTS, SANDBOX_RETRY_MS } from '../../limits.ts'

export interface FollowOptions {
  /** The sandbox that is there now. Waits while one starts; fails where none can be had. */
  readonly next: () => Promise<Result<Sandbox>>
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** The run's: nothing is repeated once it has fired. */
  readonly signal: AbortSignal
}

/** They change nothing, so one that broke off with its sandbox has done nothing. Nor does a command with `readOnly`. */
const READS: ReadonlySet<string> = new Set<keyof Sandbox>([
  'stat',
  'readFile',
  'readFiles',
  'list',
  'readLink',
  'glob',
  'grep',
  'findText',
  'diff',
  'usage',
  // It ends with its sandbox, and the next one has the same files.
  'fork',
])

const CHANGES: ReadonlySet<string> = new Set<keyof Sandbox>([
  'writeFile',
  'writeFiles',
  'makeDirectory',
  'remove',
  'rename',
  'symlink',
  'setMode',
  'importArchive',
  'exec',
])

/**
 * The same operations. Each goes to the sandbox that is there; after a loss the next operation waits for the new one. An operation
 * that only looks, and broke off with its sandbox, is repeated there, up to three attempts in all, with a pause between them.
 * One that may have had an effect is never repeated: its failure is the answer. A checkpoint after a loss fails once where there were
 * changes that no checkpoint had: they are gone, and that is not to pass for "unchanged".
 */
export function followedSandbox(first: Sandbox, options: FollowOptions): Sandbox {
  const followed = new Followed(first, options)
  const methods = Object.keys(first).map((name) => [
    name,
    (...args: readonly unknown[]) => followed.call(name, args),
  ])
  return {
    // The same methods with the same results, or a failure, which each of them may give.
    ...(Object.fromEntries(methods) as Sandbox),
    describe: () => followed.describe(),
    cancel: (id) => followed.cancel(id),
    subscribe: (listener) => followed.current.subscribe(listener),
    dispose: () => followed.current.dispose(),
  }
}

type Failure = { readonly ok: false; readonly error: SandboxError }

class Followed {
  current: Sandbox
  readonly #options: FollowOptions
  #isLost = false
  #renewal: Promise<Result<Sandbox>> | undefined
  /** Something may have changed since the last checkpoint. */
  #hasChanges = false
  /** Changes went with the sandbox, and nobody was told. */
  #hasLostChanges = false
  /** Ids of operations that wait for the next attempt, and of those that were cancelled meanwhile. */
  readonly #waiting = new Set<string>()
  readonly #cancelled = new Set<string>()

  constructor(first: Sandbox, options: FollowOptions) {
    this.current = first
    this.#options = options
  }

  async call(name: string, args: readonly unknown[]): Promise<unknown> {
    if (name === 'checkpoint' && this.#hasLostChanges) return this.#tellLoss()
    const { sleep, signal } = this.#options
    const id = idOf(args[0])
    let result = await this.#once(name, args)
    if (!READS.has(name) && !isReadOnlyCommand(name, args)) return result
    for (let attempt = 1; attempt < SANDBOX_ATTEMPTS && isGone(result); attempt++) {
      await this.#meanwhile(id, sleep(SANDBOX_RETRY_MS * 2 ** (attempt - 1), signal))
      if (signal.aborted) return result
      result = await this.#once(name, args)
    }
    return isGone(result) ? triedInVain(result) : result
  }

  async describe(): ReturnType<Sandbox['describe']> {
    const used = this.#isLost ? await this.#renewed() : ok(this.current)
    return (used.ok ? used.value : this.current).describe()
  }

  async cancel(id: string): Promise<void> {
    if (this.#waiting.has(id)) this.#cancelled.add(id)
    await this.current.cancel(id)
  }

  /** Begins at once where the sandbox is there, so that a cancel never comes before what it is to stop. */
  async #once(name: string, args: readonly unknown[]): Promise<unknown> {
    const id = idOf(args[0])
    const used = this.#isLost ? await this.#meanwhile(id, this.#renewed()) : ok(this.current)
    if (id !== undefined && this.#cancelled.delete(id)) return CANCELLED
    if (!used.ok) return used
    if (CHANGES.has(name) && !isReadOnlyCommand(name, args)) this.#hasChanges = true
    // The names are those of the sandbox's own methods.
    const method = used.value[name as keyof Sandbox] as (...values: readonly unknown[]) => unknown
    const result = await Reflect.apply(method, used.value, args)
    if (isGone(result)) this.#lose(used.value, name)
    else if (name === 'checkpoint') this.#hasChanges = false
    return result
  }

  /** A cancel of this operation holds though nothing of it runs now. */
  async #meanwhile<T>(id: string | undefined, work: Promise<T>): Promise<T> {
    if (id === undefined) return work
    this.#waiting.add(id)
    return work.finally(() => this.#waiting.delete(id))
  }

  #lose(sandbox: Sandbox, name: string): void {
    if (sandbox !== this.current) return
    this.#isLost = true
    // A checkpoint that fails has told it.
    this.#hasLostChanges ||= this.#hasChanges && name !== 'checkpoint'
    this.#hasChanges = false
  }

  #tellLoss(): Failure {
    this.#hasLostChanges = false
    return fail('disposed', 'The sandbox was lost, and with it what was changed since the last checkpoint.')
  }

  #renewed(): Promise<Result<Sandbox>> {
    this.#renewal ??= this.#options
      .next()
      .then((next) => {
        if (!next.ok) return next
        this.current = next.value
        this.#isLost = false
        return next
      })
      .finally(() => (this.#renewal = undefined))
    return this.#renewal
  }
}

const CANCELLED = fail('cancelled', 'It was cancelled before it began.')

function isReadOnlyCommand(name: string, [request]: readonly unknown[]): boolean {
  if (name !== 'exec' || typeof request !== 'object' || request === null) return false
  return 'readOnly' in request && request.readOnly === true
}

function idOf(request: unknown): string | undefined {
  if (typeof request !== 'object' || request === null || !('id' in request)) return undefined
  return typeof request.id === 'string' ? request.id : undefined
}

function isGone(result: unknown): result is Failure {
  if (typeof result !== 'object' || result === null || !('error' in result)) return false
  const { error } = result
  return typeof error === 'object' && error !== null && 'kind' in error && error.kind === 'disposed'
}

function triedInVain({ error }: Failure): Failure {
  return {
    ok: false,
    error: { ...error, message: `${error.message} It was tried ${SANDBOX_ATTEMPTS} times.` },
  }
}
