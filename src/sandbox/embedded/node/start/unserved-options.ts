/** Options of Node's table that a browser cannot serve. A program that counts on one is told so, or is not started. */

interface Unserved {
  readonly names: readonly string[]
  /** Message after the option's name. */
  readonly says: string
}

const INSPECTOR = 'opens no debugger here: print with console.log, or use the developer tools of the browser.'
const PROFILES =
  'writes nothing here: measure with performance.now(), or with the developer tools of the browser.'
const REPORTS = 'writes no report here.'

/** Without it the program does what it would have done. */
const IGNORED: readonly Unserved[] = [
  { names: ['--inspect', '--inspect-brk', '--inspect-wait', '--inspect-brk-node'], says: INSPECTOR },
  {
    names: ['--cpu-prof', '--heap-prof', '--heapsnapshot-signal', '--heapsnapshot-near-heap-limit'],
    says: PROFILES,
  },
  { names: ['--trace-event-categories'], says: PROFILES },
  { names: ['--report-on-signal', '--report-uncaught-exception', '--report-on-fatalerror'], says: REPORTS },
]

/** It would do what it must not, or something else altogether. */
const REFUSED: readonly Unserved[] = [
  {
    names: ['--permission'],
    says: 'would limit nothing here, so the program is not started. Leave it out: a program in the sandbox sees the files of the sandbox alone, and what it sends out is asked for.',
  },
  { names: ['--prof-process'], says: 'has nothing to read here: no profile is written.' },
  { names: ['--v8-options'], says: 'has nothing to list: the engine is that of the browser.' },
  { names: ['--build-snapshot'], says: 'makes no snapshot here: start the program itself.' },
]

/** `refused` is why the program must not start; `ignored` a line for each option that is taken and does nothing. */
export interface UnservedOptions {
  readonly refused: string | undefined
  readonly ignored: readonly string[]
}

export function unservedOptions(options: Readonly<Record<string, unknown>>): UnservedOptions {
  const said = (list: readonly Unserved[]): string[] =>
    list.flatMap(({ names, says }) =>
      names.filter((name) => isSet(options[name])).map((name) => `${name} ${says}`),
    )
  return { refused: said(REFUSED)[0], ignored: said(IGNORED) }
}

function isSet(value: unknown): boolean {
  return (
    value === true || (typeof value === 'string' && value !== '') || (typeof value === 'number' && value > 0)
  )
}
