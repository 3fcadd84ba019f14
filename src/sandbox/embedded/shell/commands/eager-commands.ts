/** Commands that nearly every script starts with, and those of the same files: they are there from the start. */
import type { CustomCommand } from 'just-bash/browser'
import { command } from '../just-bash.ts'
import { awk } from './awk/awk.ts'
import { cp, install } from './files/copy.ts'
import { cut } from './text/cut.ts'
import { head } from './text/head.ts'
import { seq } from './text/seq.ts'
import { wc } from './text/wc.ts'
import { egrep, fgrep, grep } from './grep/grep.ts'
import { find } from './find/find.ts'
import { ls } from './files/ls.ts'
import { link, mkdir, rm, unlink } from './files/remove.ts'
import { sed } from './sed/sed.ts'
import { sort } from './sort/sort.ts'
import { stat, touch } from './files/stat.ts'
import { tr } from './text/tr.ts'
import { xargs } from './process/xargs.ts'

export const EAGER_COMMANDS: readonly CustomCommand[] = [
  command('awk', awk),
  command('gawk', awk),
  command('cp', cp),
  command('cut', cut),
  command('head', head),
  command('seq', seq),
  command('wc', wc),
  command('egrep', egrep),
  command('fgrep', fgrep),
  command('find', find),
  command('grep', grep),
  command('install', install),
  command('link', link),
  command('ls', ls),
  command('dir', ls),
  command('mkdir', mkdir),
  command('rm', rm),
  command('sed', sed),
  command('sort', sort),
  command('stat', stat),
  command('touch', touch),
  command('tr', tr),
  command('unlink', unlink),
  command('xargs', xargs),
]
