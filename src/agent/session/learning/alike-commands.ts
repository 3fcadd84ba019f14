/** Whether a shell line that passed did the same as one that failed, by another program or with other options. Pure. */
import { commandKinds, exitTells } from '../../protocol/evidence/commands.ts'
import { shellParts } from '../../protocol/evidence/shell-parts.ts'

/** Programs that run a script or a command of the project. */
const RUNNERS = new Set('npm pnpm yarn bun deno'.split(' '))
/** Their words before the name of a script, and before a program. */
const RUN = new Set(['run', 'run-script', 'task'])
const EXECUTE = new Set(['exec', 'dlx', 'x'])
/** Programs that run the command behind them. */
const WRAPPERS = new Set('npx bunx pnpx sudo time env nice nohup'.split(' '))
/** Words of a command that are read. */
const COMMAND_WORDS = 60
/** Commands around the one that matters. */
const AROUND = new Set(
  'cd pushd popd set export source . unset echo printf true : sleep clear pwd'.split(' '),
)

/**
 * Tells it of lines that ended with exit code 0. The same are lines with the same kinds of checks (`npm test`, `npx vitest`), and
 * others with the same sub-command of one program, or of two that run scripts (`npm run seed`, `pnpm seed`).
 */
export function sameAs(failed: string): (passed: string) => boolean {
  const kinds = [...commandKinds(failed)]
  const tasks = tasksOf(failed)
  return (passed) => {
    if (kinds.length > 0) {
      const passing = commandKinds(passed)
      return kinds.every((kind) => passing.has(kind) && exitTells(passed, kind))
    }
    const passing = new Set(tasksOf(passed))
    return tasks.length > 0 && tasks.every((task) => passing.has(task)) && exitTells(passed)
  }
}

function tasksOf(command: string): readonly string[] {
  return shellParts(command).flatMap(({ words }) => taskOf(words) ?? [])
}

function taskOf(words: readonly string[]): string | undefined {
  const plain = words
    .slice(0, COMMAND_WORDS)
    .filter((word) => !word.startsWith('-') && !/^[A-Za-z_]\w*=/.test(word))
  for (let at = 0; at < plain.length; at++) {
    const [program = '', first = '', second = ''] = plain.slice(at, at + 3)
    const name = nameOf(program)
    if (WRAPPERS.has(name)) continue
    const runs = RUNNERS.has(name)
    if (runs && EXECUTE.has(first)) at++
    else if (runs) return task('run', RUN.has(first) ? second : first)
    else return AROUND.has(name) ? undefined : task(name, first)
  }
  return undefined
}

function task(program: string, subcommand: string): string | undefined {
  return program === '' || subcommand === '' ? undefined : `${program} ${subcommand}`
}

/** Without its folder and its version: `python` of `/usr/bin/python3`. */
function nameOf(program: string): string {
  const name = program.slice(program.lastIndexOf('/') + 1)
  return name.replace(/[\d.]+$/, '') || name
}
