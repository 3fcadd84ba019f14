/** Commands that only read and print, with the options that would make them write. */
import { analyse } from '../analysis.ts'
import { baseName } from './pieces.ts'

type Check = (args: readonly string[]) => boolean

const anything: Check = () => true
/** Refuses arguments that match; long options may be abbreviated, so stems are matched. */
const without =
  (pattern: RegExp): Check =>
  (args) =>
    !args.some((arg) => pattern.test(arg))
const operands = (args: readonly string[]) => args.filter((arg) => !arg.startsWith('-'))

/** Never with an option that writes a file or starts a program. */
const CHECKS = new Map<string, Check>([
  ...(
    'base64 basename cat cmp comm cut df diff dirname du echo egrep expand expr false fgrep fold grep head ' +
    'hexdump id join jq ls md5sum nl numfmt od paste ps pwd readlink realpath rev seq sha1sum sha256sum ' +
    'sha512sum stat strings tac tail test tr true tsort type uname wc which whoami'
  )
    .split(' ')
    .map((name): [string, Check] => [name, anything]),
  ['date', without(/^-[a-zA-Z]*s|^--s/)],
  ['file', without(/^-[a-zA-Z]*C|^--c/)],
  ['find', without(/^-(exec|ok|delete|f(print|ls))/)],
  ['printf', without(/^-v/)],
  ['rg', without(/^--(pre|hostname-bin)/)],
  ['sort', without(/^-[a-zA-Z]*[oT]|^--(o|c|t)/)],
  ['tree', without(/^-[a-zA-Z]*o|^--o/)],
  ['uniq', (args) => operands(args).length <= 1],
])

/** Whether a table row speaks for the name at all. */
export function isKnownReader(name: string): boolean {
  return CHECKS.has(baseName(name))
}

/** The words of one plain command that only reads. A path in front of the name may be any program, so it is refused. */
export function onlyReads(words: readonly string[]): boolean {
  const [name = '', ...args] = words
  return CHECKS.get(name)?.(args) ?? false
}

/** For plan mode: every command in it only reads. */
export function isReadOnlyCommand(command: string): boolean {
  return analyse(command).class === 'read-only' && !/^\s*$/.test(command)
}

/** For scheduling: it may run beside others, since it does not change the directory that the next one starts in, either. */
export function runsBesideOthers(command: string): boolean {
  const moves = analyse(command).leaves.some(({ words: [name] }) => /^(cd|pushd|popd)$/.test(name ?? ''))
  return isReadOnlyCommand(command) && !moves
}
