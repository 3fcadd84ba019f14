/** The command line of `awk`. */
import type { Syntax } from '../option-parser.ts'

export const AWK_SYNTAX: Syntax = {
  name: 'awk',
  usage: "awk [-F FS] [-v VAR=VALUE] [-i LIBRARY | -i inplace] [-f PROGRAM-FILE | 'PROGRAM'] [FILE]...",
  misuse: 2,
  operandsLast: true,
  options: [
    'F,field-separator=',
    'v,assign=',
    'f,file=',
    'e,source=',
    'i,include=',
    // What these ask for is so anyway, is only about speed, or only warns.
    ...['r,re-interval', 'O,optimize', 's,no-optimize', 'N,use-lc-numeric', 'lint=?'],
    // What a program of POSIX may not use is there all the same.
    'P,posix',
  ],
}
