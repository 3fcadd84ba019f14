/**
 * Instruction files of addresses that a project names. Nothing is fetched until the user asks for it, and nothing of it counts until
 * the user has accepted what came: it is kept by its hash then, so that another text at that address changes nothing.
 */
import { z } from 'zod'
import type { BlobStore } from '../../../sandbox/contract/contract.ts'
import type { Egress, EgressOutcome } from '../../../sandbox/contract/egress.ts'
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { readAtMost } from '../../../sandbox/contract/read-at-most.ts'
import { REMOTE_INSTRUCTION_BYTES, REMOTE_INSTRUCTION_MS } from '../../limits.ts'
import { isAddress } from '../../memory/instructions/config-file.ts'
import type { InstructionWatch } from '../../memory/instructions/instructions.ts'
import { textIn } from '../../memory/instructions/loaded-file.ts'
import type { FileInForce } from '../../memory/instructions/instruction-source.ts'
import type { FetchedInstructions, InstructionsVerdict } from '../../protocol/calls/instructions.ts'
import { contentHash } from '../store/content-hash.ts'
import type { AcceptedVersion } from '../workspace/workspace-record.ts'
import { fileOf, NO_FILE, versionOf } from './file-version.ts'

export interface RemoteInstructionsOptions {
  /** Versions that the user has accepted or refused, the latest last; those of addresses are among those of files. */
  readonly accepted: {
    accepted(): Promise<readonly AcceptedVersion[]>
    accept(versions: readonly AcceptedVersion[]): Promise<void>
  }
  readonly blobs: Pick<BlobStore, 'get' | 'put'>
  readonly egress: Egress
  /** The user has allowed a request for just this address. */
  readonly allowed: (address: URL) => void
  readonly newId: () => string
  /** Another text is in force. */
  readonly onDecided: () => void
}

/** The page says it, which may be a script. */
const verdict: z.ZodType<InstructionsVerdict> = z.object({
  address: z.string(),
  hash: z.string(),
  isAccepted: z.boolean(),
})

interface Fetched {
  readonly hash: string
  readonly data: Uint8Array<ArrayBuffer>
}

export class RemoteInstructions {
  readonly #options: RemoteInstructionsOptions
  /** By address: fetched, and not decided on. */
  readonly #fetched = new Map<string, Fetched>()

  constructor(options: RemoteInstructionsOptions) {
    this.#options = options
  }

  /** In the order of `addresses`. */
  async inForce(addresses: readonly string[]): Promise<readonly FileInForce[]> {
    const versions = await this.#versions()
    return Promise.all(addresses.map((address) => this.#inForce(address, versions.get(address))))
  }

  /** The caller has the user's yes to this one request. */
  async fetch(address: string): Promise<Result<FetchedInstructions>> {
    const url = URL.parse(address)
    if (!url || !isAddress(address)) return fail('invalid', `"${address}" is no address of the web.`)
    this.#options.allowed(url)
    const came = await this.#bytes(url)
    if (!came.ok) return came
    const text = textIn(came.value)
    if (text === undefined)
      return fail('invalid', `The answer of ${url.host} is no text in UTF-8; nothing has changed.`)
    const hash = await contentHash(came.value)
    this.#fetched.set(address, { hash, data: came.value })
    const [{ data } = { data: undefined }] = await this.inForce([address])
    const inForce = data && textIn(data)
    return ok({ address, hash, text, ...(inForce !== undefined && { inForce }) })
  }

  /** Exactly what was shown comes into force; a refusal also takes out of force what was accepted before. */
  async decide(said: InstructionsVerdict): Promise<Result<void>> {
    const read = verdict.safeParse(said)
    if (!read.success)
      return fail('invalid', 'The word on instructions lacks their address, their hash or the yes or no.', {
        hint: 'Fetch them, and decide on what is shown then.',
      })
    const { address, hash, isAccepted } = read.data
    const fetched = this.#fetched.get(address)
    if (fetched?.hash !== hash)
      return fail('not_permitted', 'This is not the text that was shown last; nothing was decided.', {
        hint: 'Look at it again.',
      })
    if (isAccepted) {
      const kept = await this.#options.blobs.put([fetched])
      if (!kept.ok) return kept
    }
    const version = isAccepted ? versionOf({ kind: 'file', hash, mode: 0o644 }) : NO_FILE
    await this.#options.accepted.accept([{ path: address, version }])
    this.#fetched.delete(address)
    this.#options.onDecided()
    return ok(undefined)
  }

  async #inForce(path: string, version: string | undefined): Promise<FileInForce> {
    if (version === undefined) return { path, fault: 'unfetched' }
    const file = fileOf(version)
    if (!file) return { path, fault: 'refused' }
    const [data] = await this.#options.blobs.get([file.hash])
    // Content that is lost has to be fetched anew.
    return data ? { path, data: data.slice() } : { path, fault: 'unfetched' }
  }

  /** The latest of each address. */
  async #versions(): Promise<ReadonlyMap<string, string>> {
    const all = await this.#options.accepted.accepted()
    return new Map(all.filter(({ path }) => isAddress(path)).map(({ path, version }) => [path, version]))
  }

  async #bytes(url: URL): Promise<Result<Uint8Array<ArrayBuffer>>> {
    const signal = AbortSignal.timeout(REMOTE_INSTRUCTION_MS)
    const id = this.#options.newId()
    const outcome = await this.#options.egress.request(
      {
        url: url.href,
        method: 'GET',
        headers: [['Accept', 'text/markdown, text/plain, */*;q=0.1']],
        // The user has seen this address, and no other.
        followRedirects: false,
        initiator: { execId: id, command: `Instructions ${url.href}`, operation: id, run: id },
      },
      signal,
    )
    return bytesOf(outcome, url, signal)
  }
}

/** The files of the gate and these as one. */
export function withRemote(
  files: InstructionWatch,
  remote: Pick<RemoteInstructions, 'inForce'>,
): InstructionWatch {
  return {
    get revision() {
      return files.revision
    },
    places: () => files.places(),
    matching: (patterns) => files.matching(patterns),
    async inForce(paths) {
      const addresses = paths.filter(isAddress)
      if (addresses.length === 0) return files.inForce(paths)
      const [local, fetched] = await Promise.all([
        files.inForce(paths.filter((path) => !isAddress(path))),
        remote.inForce(addresses),
      ])
      if (!local.ok) return local
      const all = new Map([...local.value, ...fetched].map((file) => [file.path, file]))
      return ok(paths.flatMap((path) => all.get(path) ?? []))
    },
  }
}

async function bytesOf(
  outcome: EgressOutcome,
  { host }: URL,
  signal: AbortSignal,
): Promise<Result<Uint8Array<ArrayBuffer>>> {
  const what = `The instructions of ${host}`
  if (outcome.type !== 'response') {
    const late = signal.aborted && `nothing was heard of it for ${REMOTE_INSTRUCTION_MS / 1000} s`
    const { hint } = outcome
    return fail('not_found', `${what} were not fetched: ${late || outcome.message}`, { hint })
  }
  if (outcome.status !== 200) {
    await outcome.body.cancel()
    return fail('not_found', `${what} were not fetched: it answered ${outcome.status} ${outcome.statusText}.`)
  }
  try {
    const bytes = await readAtMost(outcome.body, REMOTE_INSTRUCTION_BYTES)
    return bytes
      ? ok(bytes)
      : fail(
          'too_large',
          `${what} are larger than ${REMOTE_INSTRUCTION_BYTES / 1024 / 1024} MB; none of it is used.`,
        )
  } catch {
    return fail('not_found', `${what} broke off; nothing of it is used.`, { hint: 'Try again.' })
  }
}
