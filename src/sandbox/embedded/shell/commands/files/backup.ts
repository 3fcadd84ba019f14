/** Backups that `mv -b` and `ln -b` make of files that they replace. */
import type { CommandRun } from '../frame/command-run.ts'

const NUMBERED = ['numbered', 't']
const EXISTING = ['existing', 'nil']
const NONE = ['none', 'off']
const SIMPLE = ['simple', 'never']

/** The name under which to keep `operand`; undefined: it is not kept. */
export function backupName(run: CommandRun, operand: string): string | undefined {
  const { options } = run
  if (!options.has('b') && !options.has('backup') && !options.has('S')) return undefined
  const kind = options.value('backup') ?? run.context.env.get('VERSION_CONTROL') ?? 'existing'
  if (![...NUMBERED, ...EXISTING, ...NONE, ...SIMPLE].includes(kind))
    throw run.misuse(`invalid argument '${kind}' for 'backup type'`)
  if (NONE.includes(kind)) return undefined
  const number = lastNumber(run, operand)
  if (NUMBERED.includes(kind) || (EXISTING.includes(kind) && number > 0)) return `${operand}.~${number + 1}~`
  return operand + (options.value('S') ?? '~')
}

function lastNumber(run: CommandRun, operand: string): number {
  let number = 0
  while (run.exists(`${operand}.~${number + 1}~`)) number += 1
  return number
}
