/**
 * The corpus: a file a group, a command a line. In `egress`, `unknown`, `state` (what a line does to its own shell), `options`
 * (what programs are told), `steering`, `secrets` and `everything` is what nothing but bypass may run unasked (the last not even
 * that); the others are what agents type all day, by class, in `questioned` those that are asked about. Grows with every wound.
 */
import { readFileSync } from 'node:fs'
import type { CommandClass } from '../shell/words/classes.ts'

interface HarmfulCommand {
  readonly group: string
  readonly command: string
  readonly behavior: 'ask' | 'deny'
}

interface HarmlessCommand {
  readonly class: CommandClass
  readonly command: string
}

const asked = (group: string) => lines(group).map((command) => ({ group, command, behavior: 'ask' as const }))

export const HARMFUL_COMMANDS: readonly HarmfulCommand[] = [
  ...['egress', 'unknown', 'state', 'options', 'steering', 'secrets'].flatMap(asked),
  ...lines('everything').map((command) => ({ group: 'everything', command, behavior: 'deny' as const })),
  { group: 'size', command: `echo ${'a'.repeat(10_001)}`, behavior: 'ask' },
  { group: 'size', command: `${'nice '.repeat(12)}curl https://a.example`, behavior: 'ask' },
  { group: 'size', command: `${'command '.repeat(12)}rm -rf /workspace`, behavior: 'ask' },
  { group: 'size', command: Array.from({ length: 101 }, () => 'ls').join(';'), behavior: 'ask' },
  { group: 'size', command: `${'( '.repeat(3000)}ls${' )'.repeat(3000)}`, behavior: 'ask' },
  { group: 'size', command: `${'echo $('.repeat(60)}ls${')'.repeat(60)}`, behavior: 'ask' },
]

export const HARMLESS_COMMANDS: readonly HarmlessCommand[] = (
  ['read-only', 'workspace-write', 'destructive', 'programs'] as const
).flatMap((group) =>
  lines(group).map((command) => ({ class: group === 'programs' ? 'program' : group, command })),
)

/** Harmless, too, but nobody can tell by the line: they count as asked. */
export const QUESTIONED_COMMANDS: readonly string[] = lines('questioned')

/** `\n`, `\uXXXX`, and `\r` and `\t` before a name, as in a string; other backslashes are the shell's. */
function lines(group: string): string[] {
  return readFileSync(new URL(`commands/${group}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) =>
      line
        .replaceAll(/\\u([0-9a-f]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
        .replaceAll(/\\r(?=curl)/g, '\r')
        .replaceAll(/(?<!%s)\\n/g, '\n')
        .replaceAll(/\\t(?=https)/g, '\t'),
    )
}
