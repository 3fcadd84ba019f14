/** `df` and `free`: what can be known of the space; the rest is shown as `-`, never as a number. */
import type { CommandBody } from '../../just-bash.ts'
import { runCommand, type CommandRun } from '../frame/command-run.ts'

const DF = {
  name: 'df',
  usage: 'df [-ahikT] [FILE]...',
  options: [
    'a,all',
    'B,block-size=',
    'h,human-readable',
    'H,si',
    'i,inodes',
    'k',
    'l,local',
    'm',
    'P,portability',
    'T,print-type',
    't,type=',
    'total',
  ],
}
const FREE = {
  name: 'free',
  usage: 'free [-bkmgh]',
  options: ['b,bytes', 'k,kibi', 'm,mebi', 'g,gibi', 'h,human', 't,total', 'w,wide', 'si'],
}

export const df: CommandBody = (args, context) =>
  runCommand(DF, args, {
    context,
    body: (run) => {
      for (const file of run.operands)
        if (!run.exists(file)) run.complain(`${file}: No such file or directory`)
      const isNamed = run.operands.length === 0 || run.operands.some((file) => run.exists(file))
      if (isNamed) for (const line of table(run.options)) run.out(line)
      return run.isFailed ? 1 : 0
    },
  })

/** The columns as GNU's are headed and set for a file system of that name. */
function table(options: CommandRun['options']): readonly string[] {
  const [size, used, available, share] = options.has('i')
    ? (['Inodes', 'IUsed', 'IFree', 'IUse%'] as const)
    : options.has('h') || options.has('H')
      ? (['Size', 'Used', 'Avail', 'Use%'] as const)
      : options.has('P')
        ? (['1024-blocks', 'Used', 'Available', 'Capacity'] as const)
        : (['1K-blocks', 'Used', 'Available', 'Use%'] as const)
  const width = options.has('i') ? 7 : 5
  const row = (cells: readonly [string, string, string, string, string, string], mount: string): string => {
    const [name, type, ...numbers] = cells
    const widths = [
      Math.max(width, size.length),
      Math.max(width, used.length),
      Math.max(width, available.length),
      share.length,
    ]
    const typed = options.has('T') ? ` ${type.padEnd(8)}` : ''
    return `${name.padEnd(14)}${typed} ${numbers.map((cell, at) => cell.padStart(widths[at] ?? 0)).join(' ')} ${mount}\n`
  }
  return [
    row(['Filesystem', 'Type', size, used, available, share], 'Mounted on'),
    row(['sandbox', 'vivarium', '-', '-', '-', '-'], '/'),
  ]
}

export const free: CommandBody = (args, context) =>
  runCommand(FREE, args, {
    context,
    body: (run) => {
      const names = ['total', 'used', 'free', 'shared', 'buff/cache', 'available']
      const line = (label: string, values: readonly string[]): string =>
        `${label.padEnd(8)}${values.map((value) => value.padStart(12)).join('')}\n`
      run.out(
        line('', names) +
          line(
            'Mem:',
            names.map(() => '-'),
          ) +
          line('Swap:', ['-', '-', '-']),
      )
      return 0
    },
  })
