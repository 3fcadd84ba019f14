/** The kernel's part of an installation: fetches, checks and unpacks all archives, and only then changes anything. */
import type { EgressOutcome } from '../../contract/egress.ts'
import { ARCHIVE_MAX_BYTES, PACKAGES_FETCHED_AT_ONCE } from '../../contract/limits.ts'
import { Pause } from '../../contract/pause.ts'
import { readAtMost } from '../../contract/read-at-most.ts'
import { Errno, type WebRequest } from '../syscalls.ts'
import type { Vfs } from '../vfs/vfs.ts'
import type { BundledPackages } from './bundled-packages.ts'
import { matchesIntegrity } from './integrity.ts'
import type { PlacedPackage, PlaceOutcome, PlaceRequest } from './place-packages-request.ts'
import { unpackPackage, type UnpackBudget, type UnpackedPackage } from './unpack-package.ts'

export interface PlaceTools {
  readonly vfs: Vfs
  readonly send: (request: WebRequest, signal: AbortSignal) => Promise<EgressOutcome>
  /** Nobody is asked for what comes along with the program. */
  readonly bundled?: Pick<BundledPackages, 'find'>
  /** Called for each archive that has come, whole and as it should be. */
  readonly onFetched?: () => void
}

/** Result of one archive. */
type Fetched = UnpackedPackage | { readonly problem: string }

/** Never rejects, but for bugs. Aborting it before anything is changed leaves all as it is. */
export async function placePackages(
  tools: PlaceTools,
  request: PlaceRequest,
  signal: AbortSignal,
): Promise<PlaceOutcome> {
  const stop = new AbortController()
  const either = AbortSignal.any([signal, stop.signal])
  const unpacked = new Map<string, UnpackedPackage>()
  const waiting = request.packages.values()
  let failure: PlaceOutcome | undefined
  const budget = { left: ARCHIVE_MAX_BYTES }
  const work = async (): Promise<void> => {
    for (const one of waiting) {
      const fetched = await fetchPackage(tools, { one, request, budget }, either)
      if (failure) return
      if ('problem' in fetched) {
        failure = { type: 'failed', url: one.url, message: fetched.problem }
        return stop.abort()
      }
      unpacked.set(one.path, fetched)
      tools.onFetched?.()
    }
  }
  await Promise.all(Array.from({ length: PACKAGES_FETCHED_AT_ONCE }, work))
  if (failure) return failure
  if (signal.aborted) return { type: 'failed', url: '', message: 'It was called off.' }
  return place(tools.vfs, { remove: request.remove, unpacked })
}

async function fetchPackage(
  { send, bundled }: PlaceTools,
  { one, request, budget }: { one: PlacedPackage; request: PlaceRequest; budget: UnpackBudget },
  signal: AbortSignal,
): Promise<Fetched> {
  const own = await bundled?.find(one.integrity)
  if (own !== undefined) return own
  const { command } = request
  const outcome = await send(
    {
      url: one.url,
      method: 'GET',
      headers: request.offline ? [['Cache-Control', 'only-if-cached']] : [],
      followRedirects: true,
      command,
      operation: command,
    },
    signal,
  )
  if (outcome.type !== 'response') return { problem: outcome.message }
  if (outcome.status !== 200) {
    void outcome.body.cancel().catch(() => undefined)
    return { problem: `the registry answered ${outcome.status}` }
  }
  try {
    const archive = await readAtMost(outcome.body, ARCHIVE_MAX_BYTES)
    if (!archive) return { problem: `the archive has more than ${ARCHIVE_MAX_BYTES} bytes` }
    if (!(await matchesIntegrity(archive, one.integrity)))
      return { problem: `it is another archive than the lock file names (${one.integrity})` }
    return await unpackPackage(archive, budget)
  } catch (error) {
    // An answer that breaks off errors with why; anything else that is thrown here says what is wrong with the archive.
    if (error instanceof Error) return { problem: error.message }
    throw error
  }
}

interface Placing {
  readonly remove: readonly string[]
  readonly unpacked: ReadonlyMap<string, UnpackedPackage>
}

/** The outermost packages first, since the others lie within them. */
async function place(vfs: Vfs, { remove, unpacked }: Placing): Promise<PlaceOutcome> {
  const pause = new Pause()
  let files = 0
  let current = ''
  try {
    for (const path of remove) {
      removeIfThere(vfs, path)
      if (pause.due()) await pause.take()
    }
    for (const path of [...unpacked.keys()].sort((one, other) => one.length - other.length)) {
      current = path
      const own = unpacked.get(path) ?? { files: [], directories: [] }
      files += own.files.length
      placeOne(vfs, path, own)
      if (pause.due()) await pause.take()
    }
    return { type: 'placed', files }
  } catch (error) {
    if (!(error instanceof Errno)) throw error
    return { type: 'failed', url: current, message: error.message }
  }
}

function placeOne(vfs: Vfs, path: string, { files, directories }: UnpackedPackage): void {
  removeIfThere(vfs, path)
  const made = new Set<string>()
  const make = (directory: string): void => {
    if (made.has(directory)) return
    vfs.mkdir(directory, 0o755, true)
    made.add(directory)
  }
  make(path)
  for (const directory of directories) make(`${path}/${directory}`)
  for (const file of files) {
    const whole = `${path}/${file.path}`
    make(whole.slice(0, whole.lastIndexOf('/')))
    vfs.adoptFile(whole, file.data, file.mode)
  }
}

function removeIfThere(vfs: Vfs, path: string): void {
  try {
    vfs.removeTree(path)
  } catch (error) {
    if (!(error instanceof Errno) || error.code !== 'ENOENT') throw error
  }
}
