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
    // These ask for what is so anyway, are only about speed, or only warn.
    ...['r,re-interval', 'O,optimize', 's,no-optimize', 'N,use-lc-numeric', 'lint=?'],
    // A program of POSIX may not use all of it; it is there all the same.
    'P,posix',
  ],
}
