/** `df` and `free`: what can be known of the space; the rest is shown as `-`, never as a number. */
import type { CommandBody } from '../just-bash.ts'
import { runCommand } from './command-run.ts'

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
      const type = run.options.has('T') ? ['Type      ', 'vivarium  '] : ['', '']
      const size = run.options.has('i') ? 'Inodes' : run.options.has('h') ? ' Size ' : '1K-blocks'
      const width = size.length
      if (run.operands.length === 0 || run.operands.some((file) => run.exists(file)))
        run.out(
          `Filesystem ${type[0]}${size} Used Available Use% Mounted on\n` +
            `sandbox    ${type[1]}${'-'.padStart(width)}    -         -    - /\n`,
        )
      return run.isFailed ? 1 : 0
    },
  })

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
