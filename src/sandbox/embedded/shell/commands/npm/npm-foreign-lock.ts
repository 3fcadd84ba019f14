/** `npm install` where only another package manager's lock file is: its versions are noted in one of npm's own. */
import { ifThere, textIfThere } from '../../../if-there.ts'
import { isRecord } from '../../../../page/fields.ts'
import { DEFAULT_REGISTRY } from '../../../npm/generated/npm-defaults.js'
import { ForeignLockError, type ForeignLock } from '../../../npm/foreign-lock/foreign-lock.ts'
import { lockOfForeign, type ForeignMember } from '../../../npm/foreign-lock/lock-of-foreign.ts'
import { publishedEntries } from '../../../npm/foreign-lock/published-entry.ts'
import { workspaceFolders } from '../../../npm/foreign-lock/workspace-folders.ts'
import type { InstallSettings } from '../../../npm/install-settings.ts'
import { indentOf, readJson, type Dependencies, type LockEntry } from '../../../npm/lock-file.ts'
import { SHORT_FORM } from '../../../npm/published-package.ts'
import { PACKAGES_FETCHED_AT_ONCE } from '../../../../contract/limits.ts'
import { Errno } from '../../../syscalls.ts'
import type { FileSyscalls } from '../../../syscalls.ts'
import { joinBytes } from '../../byte-string.ts'
import type { CommandContext } from '../../just-bash.ts'
import { WebCall } from '../web/web-call.ts'

const FILES = ['pnpm-lock.yaml', 'yarn.lock']
const OWN_FILES = ['package-lock.json', 'npm-shrinkwrap.json']
const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'] as const

interface ForeignInstall {
  /** The project's folder. */
  readonly root: string
  readonly settings: InstallSettings
  /** The command line, for the user's eyes. */
  readonly command: string
  readonly context: CommandContext
}

/** Returns what is to be said of it, on the error stream; '' where there is nothing to be done. */
export async function noteForeignLock(install: ForeignInstall): Promise<string> {
  const { root, context } = install
  const { syscalls } = context.host.kernel
  const isThere = (name: string): boolean => ifThere(() => syscalls.stat(`${root}/${name}`)) !== undefined
  const file = OWN_FILES.some(isThere) ? undefined : FILES.find(isThere)
  if (file === undefined) return ''
  try {
    const text = await lockText(install, file)
    syscalls.writeFile(`${root}/package-lock.json`, new TextEncoder().encode(text))
    return `npm notice The versions are those of ${file}; they are noted in package-lock.json, which counts from now on.\n`
  } catch (error) {
    if (!(error instanceof ForeignLockError)) throw error
    return `npm warn ${file} is not followed: it ${error.message}.\n`
  }
}

async function lockText(install: ForeignInstall, file: string): Promise<string> {
  const { syscalls } = install.context.host.kernel
  const manifestText = textIfThere(syscalls, `${install.root}/package.json`) ?? ''
  const manifest = readJson(manifestText)
  if (!isRecord(manifest)) throw new ForeignLockError('is beside a package.json that cannot be read')
  const { workspaces } = manifest
  const own = { ...ownEntry(manifest), ...(workspaces === undefined ? {} : { workspaces }) }
  const members = new Map(
    workspaceFolders(syscalls, install.root, workspaces).map((folder) => [
      folder,
      memberIn(syscalls, install.root, folder),
    ]),
  )
  const text = textIfThere(syscalls, `${install.root}/${file}`) ?? ''
  const lock = await readForeignLock(text, file, { own, members })
  const published = await askRegistry(install, lock)
  const { name, version } = own
  const made = lockOfForeign(lock, { name, version, own, members }, (one, number) => {
    const entries = published.get(one)
    if (entries === undefined) throw new ForeignLockError(`names ${one}, which was not asked for`)
    return entries(number)
  })
  return `${JSON.stringify(made, null, indentOf(manifestText))}\n`
}

function memberIn(files: FileSyscalls, root: string, folder: string): ForeignMember {
  const manifest = readJson(textIfThere(files, `${root}/${folder}/package.json`) ?? '')
  if (!isRecord(manifest) || typeof manifest['name'] !== 'string')
    throw new ForeignLockError(`is beside a ${folder}/package.json without a name`)
  return { name: manifest['name'], entry: ownEntry(manifest) }
}

function wantedBy({ dependencies, devDependencies, optionalDependencies }: LockEntry): Dependencies {
  return { ...dependencies, ...devDependencies, ...optionalDependencies }
}

async function readForeignLock(
  text: string,
  file: string,
  { own, members }: { readonly own: LockEntry; readonly members: ReadonlyMap<string, ForeignMember> },
): Promise<ForeignLock> {
  const { readPnpmLock } = await import('../../../npm/foreign-lock/pnpm-lock.ts')
  const { readYarnLock } = await import('../../../npm/foreign-lock/yarn-lock.ts')
  try {
    if (file !== 'yarn.lock') return readPnpmLock(text, [...members.keys()])
    const wanted = [...members].map(
      ([folder, { name, entry }]) => [folder, { name, wanted: wantedBy(entry) }] as const,
    )
    return readYarnLock(text, wantedBy(own), new Map(wanted))
  } catch (error) {
    // The YAML reader's message is about lines and columns.
    if (error instanceof Error && error.name === 'YAMLParseError')
      throw new ForeignLockError(`cannot be read: ${error.message.split('\n')[0] ?? ''}`)
    throw error
  }
}

/** As npm has the project itself in its lock files. */
function ownEntry(manifest: Record<string, unknown>): LockEntry {
  const texts = ['name', 'version'].flatMap((key) =>
    typeof manifest[key] === 'string' ? [[key, manifest[key]] as const] : [],
  )
  const tables = [...KINDS, 'peerDependenciesMeta', 'bin', 'engines'].flatMap((key) =>
    isRecord(manifest[key]) ? [[key, manifest[key]] as const] : [],
  )
  const entry = Object.fromEntries([...texts, ...tables])
  for (const kind of KINDS)
    if (isRecord(entry[kind]) && !Object.values(entry[kind]).every((spec) => typeof spec === 'string'))
      throw new ForeignLockError(`is beside a package.json whose ${kind} are no names and ranges`)
  // The fields that are used have been looked at.
  return entry as LockEntry
}

/** Fetches the published versions of each package, several at a time. */
async function askRegistry(
  install: ForeignInstall,
  lock: ForeignLock,
): Promise<ReadonlyMap<string, (version: string) => LockEntry>> {
  const names = new Set([...lock.packages.values()].map(({ name }) => name))
  const published = new Map<string, (version: string) => LockEntry>()
  const waiting = names.values()
  const work = async (): Promise<void> => {
    for (const name of waiting) published.set(name, publishedEntries(name, await ask(install, name)))
  }
  await Promise.all(Array.from({ length: PACKAGES_FETCHED_AT_ONCE }, work))
  return published
}

async function ask({ settings, command, context }: ForeignInstall, name: string): Promise<string> {
  const call = new WebCall(context, {
    url: `${settings.registry ?? DEFAULT_REGISTRY}${name.replace('/', '%2f')}`,
    method: 'GET',
    headers: [
      ['Accept', SHORT_FORM],
      ...(settings.offline ? [['Cache-Control', 'only-if-cached'] as const] : []),
    ],
    followRedirects: true,
    command,
    operation: command,
  })
  try {
    const head = await call.head()
    const problem = head.type === 'response' ? `the registry answered ${head.status}` : head.message
    if (head.type !== 'response' || head.status !== 200)
      throw new ForeignLockError(`names ${name}, and ${problem}`)
    const parts: Uint8Array[] = []
    for (let part = await call.read(); part.length > 0; part = await call.read()) parts.push(part)
    return new TextDecoder().decode(joinBytes(parts))
  } catch (error) {
    if (error instanceof Errno)
      throw new ForeignLockError(`names ${name}, and the registry’s answer broke off`)
    throw error
  } finally {
    call.close()
  }
}
