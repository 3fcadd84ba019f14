/** Lock files as npm writes them (versions 2 and 3): what is installed where. */
import { isRecord } from '../../page/fields.ts'

/** One entry of `packages`. Fields that are not here are copied as they are. */
export interface LockEntry {
  readonly name?: string
  readonly version?: string
  readonly resolved?: string
  readonly integrity?: string
  readonly link?: boolean
  readonly dev?: boolean
  readonly optional?: boolean
  readonly devOptional?: boolean
  readonly peer?: boolean
  readonly inBundle?: boolean
  readonly extraneous?: boolean
  readonly hasShrinkwrap?: boolean
  readonly deprecated?: string
  readonly bin?: string | Readonly<Record<string, string>>
  readonly os?: readonly string[] | string
  readonly cpu?: readonly string[] | string
  readonly libc?: readonly string[] | string
  /** Old packages have other forms than a table of texts, which say nothing. */
  readonly engines?: unknown
  readonly dependencies?: Dependencies
  readonly devDependencies?: Dependencies
  readonly optionalDependencies?: Dependencies
  readonly peerDependencies?: Dependencies
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
  readonly acceptDependencies?: Dependencies
  readonly workspaces?: unknown
}

export type Dependencies = Readonly<Record<string, string>>

export interface LockFile {
  readonly lockfileVersion: number
  readonly name?: string
  readonly version?: string
  readonly requires?: boolean
  /** By location, `''` the project itself. */
  readonly packages: Readonly<Record<string, LockEntry>>
}

/** The name that a package is installed under. */
export function installedName(location: string): string {
  return location.slice(location.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

/** As `JSON.stringify` takes it: what npm writes looks like what is there. */
export function indentOf(text: string): string {
  return /\n([ \t]+)"/.exec(text)?.[1] ?? '  '
}

/** Undefined for what npm's own client must look at: older forms, and what is no lock file. */
export function readLockFile(text: string): LockFile | undefined {
  const lock = readJson(text)
  if (!isRecord(lock) || !isRecord(lock['packages'])) return undefined
  if (lock['lockfileVersion'] !== 2 && lock['lockfileVersion'] !== 3) return undefined
  if (!Object.entries(lock['packages']).every(([location, entry]) => isInside(location) && isEntry(entry)))
    return undefined
  // All fields that are used have been looked at.
  return lock as unknown as LockFile
}

/** Undefined for what is no JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const TEXTS = ['name', 'version', 'resolved', 'integrity', 'deprecated']
const FLAGS = ['link', 'dev', 'optional', 'devOptional', 'peer', 'inBundle', 'extraneous', 'hasShrinkwrap']
const TABLES = [
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
  'acceptDependencies',
]
const LISTS = ['os', 'cpu', 'libc']

/** Whether that place is within the project. */
function isInside(location: string): boolean {
  return location === '' || location.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
}

function isEntry(value: unknown): value is LockEntry {
  if (!isRecord(value)) return false
  const fits = (names: readonly string[], test: (field: unknown) => boolean): boolean =>
    names.every((name) => value[name] === undefined || test(value[name]))
  return (
    fits(TEXTS, isText) &&
    fits(FLAGS, (field) => typeof field === 'boolean') &&
    fits(TABLES, isTable) &&
    fits(LISTS, (field) => isText(field) || (Array.isArray(field) && field.every(isText))) &&
    fits(['bin'], (field) => isText(field) || isTable(field)) &&
    fits(['peerDependenciesMeta'], (field) => isRecord(field) && Object.values(field).every(isRecord))
  )
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isTable(value: unknown): boolean {
  return isRecord(value) && Object.values(value).every(isText)
}
