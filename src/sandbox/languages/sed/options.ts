/** The command line of `sed`. */
import type { Syntax } from '../option-parser.ts'

export const SED_SYNTAX: Syntax = {
  name: 'sed',
  usage: 'sed [OPTION]... {script-only-if-no-other-script} [input-file]...',
  options: [
    'n,quiet,silent',
    'debug',
    'e,expression=',
    'f,file=',
    'follow-symlinks',
    'i,in-place=?',
    'l,line-length=',
    'posix',
    'b,binary',
    'E,r,regexp-extended',
    's,separate',
    'sandbox',
    'u,unbuffered',
    'z,null-data,zero-terminated',
  ],
}
