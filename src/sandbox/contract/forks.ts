/** The forks of a sandbox: their ids, their ceiling, and their end, the same for each back end. */
import type { ForkRequest, Sandbox } from './contract.ts'
import { fail, ok } from './errors.ts'
import type { Result } from './errors.ts'
import { FORK_ID_MAX_CHARS, FORKS_MAX } from './limits.ts'

/** Whether the request can be one, before anything is done for it: it may come over a port. */
export function checkForkRequest({ id, egress, blobs }: ForkRequest): Result<void> {
  if (typeof id !== 'string' || id === '' || id.length > FORK_ID_MAX_CHARS) {
    return fail('invalid', `The id of a fork must be a text of 1 to ${FORK_ID_MAX_CHARS} characters.`)
  }
  if (egress !== undefined && typeof egress.request !== 'function')
    return fail('invalid', `The fork "${id}" cannot begin: its way out is none.`)
  if (blobs !== undefined && typeof blobs.get !== 'function')
    return fail('invalid', `The fork "${id}" cannot begin: its store is none.`)
  return ok(undefined)
}

export class Forks {
  /** Ids of all that live, shared with the forks' own forks. */
  readonly #ids: Set<string>
  readonly #own = new Set<Sandbox>()

  private constructor(ids: Set<string>) {
    this.#ids = ids
  }

  /** For a sandbox that is no fork. */
  static none(): Forks {
    return new Forks(new Set())
  }

  /**
   * Begins a fork. `create` makes it, with what its own forks are kept in, or fails and leaves nothing behind. It ends with its
   * `dispose` or with `disposeAll`, and its id is free again then.
   */
  begin(request: ForkRequest, create: (forks: Forks) => Result<Sandbox>): Result<Sandbox> {
    const checked = checkForkRequest(request)
    if (!checked.ok) return checked
    const { id } = request
    if (this.#ids.has(id)) {
      return fail('invalid', `There is a fork with the id "${id}" already.`, {
        hint: 'Choose another id, or end that fork first.',
      })
    }
    if (this.#ids.size >= FORKS_MAX) {
      return fail(
        'limit',
        `The fork "${id}" cannot begin: there are ${FORKS_MAX} forks, as many as there may be.`,
        {
          hint: 'End forks that are no longer needed.',
        },
      )
    }
    const created = create(new Forks(this.#ids))
    return created.ok ? ok(this.#keep(id, created.value)) : created
  }

  /** Ends those of this sandbox, and theirs with them. */
  async disposeAll(): Promise<void> {
    await Promise.all([...this.#own].map((fork) => fork.dispose()))
  }

  #keep(id: string, fork: Sandbox): Sandbox {
    this.#ids.add(id)
    const kept: Sandbox = {
      ...fork,
      dispose: async () => {
        if (this.#own.delete(kept)) this.#ids.delete(id)
        await fork.dispose()
      },
    }
    this.#own.add(kept)
    return kept
  }
}
