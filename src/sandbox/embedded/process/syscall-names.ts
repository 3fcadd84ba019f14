/** Every system call with the types of its arguments. A call that is not here, or called otherwise, does not exist. */
import type { Signal } from '../../contract/contract.ts'
import { isSignal } from '../../contract/signals.ts'
import type { Syscalls } from '../syscalls.ts'

/**
 * `count` is a whole number from 0 on (descriptors, lengths, positions, modes), `time` any number of milliseconds;
 * `integer` a whole number of either sign; `?` may be missing or null. `request` is checked where it is used.
 */
interface ArgumentTypes {
  readonly string: string
  readonly count: number
  readonly integer: number
  readonly time: number
  readonly bytes: Uint8Array
  readonly 'bytes?': Uint8Array | null | undefined
  readonly flag: boolean
  readonly 'count?': number | null | undefined
  readonly 'flag?': boolean | null | undefined
  readonly signal: Signal
  readonly request: object
  readonly list: readonly unknown[]
}

type ArgumentType = keyof ArgumentTypes

export const SYSCALLS = {
  stat: ['string'],
  lstat: ['string'],
  readdir: ['string'],
  scandir: ['string'],
  readFile: ['string'],
  viewFile: ['string'],
  readAhead: ['string', 'count'],
  readSeveral: ['string', 'list', 'count'],
  listAhead: ['string', 'string', 'count'],
  writeFile: ['string', 'bytes', 'count?'],
  appendFile: ['string', 'bytes', 'count?'],
  open: ['string', 'count', 'count?'],
  close: ['count'],
  read: ['count', 'count', 'count?'],
  write: ['count', 'bytes', 'count?'],
  tryRead: ['count', 'count'],
  tryWrite: ['count', 'bytes'],
  pipe: [],
  fstat: ['count'],
  ftruncate: ['count', 'count'],
  fchmod: ['count', 'count'],
  futimes: ['count', 'time', 'time'],
  truncate: ['string', 'count'],
  mkdir: ['string', 'count', 'flag'],
  rmdir: ['string'],
  unlink: ['string'],
  removeTree: ['string'],
  rename: ['string', 'string'],
  link: ['string', 'string'],
  symlink: ['string', 'string'],
  readlink: ['string'],
  realpath: ['string'],
  chmod: ['string', 'count'],
  utimes: ['string', 'time', 'time', 'flag?'],
  copyFile: ['string', 'string', 'flag'],
  mkdtemp: ['string'],
  walk: ['string'],
  watchOpen: [],
  watchAdd: ['count', 'string'],
  watchRemove: ['count', 'count'],
  seek: ['count', 'integer', 'string'],
  dup: ['count', 'request'],
  poll: ['request'],
  spawn: ['request', 'bytes?'],
  wait: ['count'],
  waitFor: ['count', 'count'],
  kill: ['count', 'signal'],
  killGroup: ['count', 'signal'],
  detach: ['count'],
  processes: [],
  isatty: ['count'],
  windowSize: ['count'],
  setRaw: ['count', 'flag'],
  listen: ['request'],
  accept: ['count'],
  connect: ['request'],
  tryConnect: ['request'],
  shutdown: ['count'],
  startTls: ['count'],
  lookup: ['string'],
  request: ['request', 'bytes?'],
  response: ['count'],
  placePackages: ['request'],
  stopPlacing: [],
  packagesFetched: [],
  noteOpened: ['string'],
} as const satisfies Record<
  keyof Syscalls | 'readAhead' | 'readSeveral' | 'listAhead',
  readonly ArgumentType[]
>

export type SyscallName = keyof typeof SYSCALLS

type Typed<Types extends readonly ArgumentType[]> = {
  readonly [Index in keyof Types]: ArgumentTypes[Types[Index]]
}

/** A call whose arguments are those of the table. */
export type Syscall = {
  readonly [Name in SyscallName]: {
    readonly name: Name
    readonly args: Typed<(typeof SYSCALLS)[Name]>
  }
}[SyscallName]

export function isSyscall(name: unknown): name is SyscallName {
  return typeof name === 'string' && Object.hasOwn(SYSCALLS, name)
}

export function argumentsFit(name: SyscallName, args: readonly unknown[]): boolean {
  const types: readonly ArgumentType[] = SYSCALLS[name]
  return args.length <= types.length && types.every((type, index) => fits(type, args[index]))
}

/** Undefined where an argument is missing, of another type, or too many. */
export function checkedCall(name: SyscallName, args: readonly unknown[]): Syscall | undefined {
  // Each argument has been checked against the table that the type is made of.
  return argumentsFit(name, args) ? ({ name, args } as unknown as Syscall) : undefined
}

function fits(type: ArgumentType, value: unknown): boolean {
  switch (type) {
    case 'string':
      return typeof value === 'string'
    case 'count':
      return isCount(value)
    case 'integer':
      return Number.isSafeInteger(value)
    case 'time':
      return typeof value === 'number' && Number.isFinite(value)
    case 'bytes':
      return value instanceof Uint8Array
    case 'bytes?':
      return value === undefined || value === null || value instanceof Uint8Array
    case 'flag':
      return typeof value === 'boolean'
    case 'count?':
      return value === undefined || value === null || isCount(value)
    case 'flag?':
      return value === undefined || value === null || typeof value === 'boolean'
    case 'signal':
      return isSignal(value)
    case 'request':
      return typeof value === 'object' && value !== null
    case 'list':
      return Array.isArray(value)
    default:
      return type satisfies never
  }
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0
}
