/** The commands that just-bash lacks or does differently. */
import type { CustomCommand } from 'just-bash/browser'
import { shellCommand } from './bash.ts'
import { envCommand, printenvCommand } from './env.ts'
import { cmpCommand, headCommand, mktempCommand, realpathCommand, truncateCommand } from './file-commands.ts'
import { lazyCommand } from './lazy-command.ts'
import { npmCommand } from './npm.ts'
import { npxCommand } from './npx.ts'
import { idCommand, killCommand, nprocCommand, unameCommand } from './system-commands.ts'

const COMMANDS: readonly CustomCommand[] = [
  shellCommand('sh'),
  shellCommand('bash'),
  envCommand,
  printenvCommand,
  npmCommand,
  npxCommand,
  cmpCommand,
  headCommand,
  mktempCommand,
  realpathCommand,
  truncateCommand,
  idCommand,
  killCommand,
  nprocCommand,
  unameCommand,
  lazyCommand('gzip', async () => (await import('./gzip.ts')).gzip),
  lazyCommand('gunzip', async () => (await import('./gzip.ts')).gunzip),
  lazyCommand('zcat', async () => (await import('./gzip.ts')).zcat),
  lazyCommand('tar', async () => (await import('./tar.ts')).tar),
  lazyCommand('zip', async () => (await import('./zip.ts')).zip),
  lazyCommand('unzip', async () => (await import('./unzip.ts')).unzip),
  lazyCommand('patch', async () => (await import('./patch.ts')).patch),
  lazyCommand('shuf', async () => (await import('./shuf.ts')).shuf),
  lazyCommand('xxd', async () => (await import('./xxd.ts')).xxd),
  lazyCommand('od', async () => (await import('./od.ts')).od),
  lazyCommand('hexdump', async () => (await import('./od.ts')).hexdump),
]

export function ownCommands(): readonly CustomCommand[] {
  return COMMANDS
}
