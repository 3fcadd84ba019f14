import { describe, expect, test } from 'vitest'
import { SyscallFileSystem } from './files/fs-adapter.ts'
import { ensureCommandFiles } from './files/command-files.ts'
import { ownCommands } from './commands/own-commands.ts'
import { FileMask } from './files/file-mask.ts'
import { ProcessHost } from './host.ts'
import { createInterpreter } from './just-bash.ts'
import { createMemoryKernel } from './testing/memory-kernel.ts'
import type { Program } from './testing/program.ts'
import { runShell } from './testing/run-shell.ts'

/** Prints its arguments, then `E` on stderr; ends with its first argument as the code. */
const prog: Program = async (io) => {
  io.out(`P${io.argv.slice(1).join(',')}\n`)
  await Promise.resolve()
  io.err('E\n')
  return Number(io.argv[1] ?? 0)
}

/** Prints its stdin in capitals. */
const upper: Program = async (io) => {
  io.out((await io.input()).toUpperCase())
  return 0
}

const programs = { prog, upper }

describe('what is written in which order', () => {
  const table: readonly (readonly [script: string, written: readonly (readonly [1 | 2, string])[]])[] = [
    [
      'echo a; echo b >&2; echo c',
      [
        [1, 'a\n'],
        [2, 'b\n'],
        [1, 'c\n'],
      ],
    ],
    [
      'echo a; prog 0; echo b',
      [
        [1, 'a\nP0\n'],
        [2, 'E\n'],
        [1, 'b\n'],
      ],
    ],
    [
      'for i in 1 2; do echo $i; prog $i; done',
      [
        [1, '1\nP1\n'],
        [2, 'E\n'],
        [1, '2\nP2\n'],
        [2, 'E\n'],
      ],
    ],
    [
      'f() { echo in; prog 0; }; f; echo out',
      [
        [1, 'in\nP0\n'],
        [2, 'E\n'],
        [1, 'out\n'],
      ],
    ],
    [
      'if prog 0; then echo yes; fi',
      [
        [1, 'P0\n'],
        [2, 'E\n'],
        [1, 'yes\n'],
      ],
    ],
    [
      '(echo sub; prog 0); { echo grp; }',
      [
        [1, 'sub\nP0\n'],
        [2, 'E\n'],
        [1, 'grp\n'],
      ],
    ],
    [
      'prog 0 && echo and || echo or',
      [
        [1, 'P0\n'],
        [2, 'E\n'],
        [1, 'and\n'],
      ],
    ],
    ['prog 0 2>&1; echo z', [[1, 'P0\nE\nz\n']]],
    ['prog 0 1>&2', [[2, 'P0\nE\n']]],
    ['{ echo a; prog 0; } 2>&1', [[1, 'a\nP0\nE\n']]],
    ['prog 0 2>/dev/null', [[1, 'P0\n']]],
    ['prog 0 >/dev/null', [[2, 'E\n']]],
    [
      'prog 0 | upper; echo z',
      [
        [2, 'E\n'],
        [1, 'P0\nz\n'],
      ],
    ],
    ['prog 0 2>&1 | upper', [[1, 'P0\nE\n']]],
    [
      'x=$(prog 0); echo "[$x]"',
      [
        [2, 'E\n'],
        [1, '[P0]\n'],
      ],
    ],
    [
      'sh -c "echo a; prog 0; echo b"',
      [
        [1, 'a\nP0\n'],
        [2, 'E\n'],
        [1, 'b\n'],
      ],
    ],
    [
      'env X=1 prog 0; echo z',
      [
        [1, 'P0\n'],
        [2, 'E\n'],
        [1, 'z\n'],
      ],
    ],
    [
      'eval "echo a; prog 0"; echo z',
      [
        [1, 'a\nP0\n'],
        [2, 'E\n'],
        [1, 'z\n'],
      ],
    ],
    [
      'set -x; echo a; prog 0',
      [
        [2, '+ echo a\n'],
        [1, 'a\n'],
        [2, '+ prog 0\n'],
        [1, 'P0\n'],
        [2, 'E\n'],
      ],
    ],
    ['exec 2>&1; echo a; prog 0', [[1, 'a\nP0\nE\n']]],
    [
      'exec prog 4; echo not',
      [
        [1, 'P4\n'],
        [2, 'E\n'],
      ],
    ],
    [
      'while read l; do echo "<$l>"; prog 0; done <<< "1"',
      [
        [1, '<1>\nP0\n'],
        [2, 'E\n'],
      ],
    ],
  ]
  test.each(table)('%s', async (script, written) => {
    const run = await runShell(script, { programs })
    expect(run.written).toEqual(written)
  })
})

test('a program is heard while it runs, and the statement before it has been written by then', async () => {
  const seen: string[] = []
  const run = await runShell('echo before; slow; echo after', {
    programs: {
      slow: async (io) => {
        io.out('running\n')
        seen.push('still running')
        return 0
      },
    },
    onWrite: (text) => seen.push(text),
  })
  expect(seen).toEqual(['before\n', 'running\n', 'still running', 'after\n'])
  expect(run.end.status).toEqual({ code: 0, signal: null })
})

describe('streaming changes nothing but the time', () => {
  const scripts: readonly string[] = [
    'set -e; prog 3; echo no',
    'set -e; false || true; echo yes; false; echo no',
    'set -eo pipefail; prog 2 | cat; echo no',
    'if ! prog 1; then echo "code $?"; fi',
    'f() { return 5; }; f; echo $?; g() { echo out; return 6; }; y=$(g); echo "$y $?"',
    'for i in 1 2 3; do [ $i = 2 ] && continue; echo $i; [ $i = 3 ] && break; done; echo end',
    'x=1; (x=2; echo $x); echo $x; { x=3; }; echo $x',
    'a=(1 2 3); for i in "${a[@]}"; do echo "$i"; done | tac',
    'echo a | { read v; echo "v=$v"; }; echo "${PIPESTATUS[@]}"',
    'false | true | prog 4; echo "${PIPESTATUS[@]}"',
    'cat <<EOF\n$(echo nested)\nEOF',
    'diff <(printf "a\\n") <(printf "a\\n") && echo same',
    'case abc in a*) echo A;; esac; [[ abc =~ b ]] && echo "${BASH_REMATCH[0]}"',
    'printf "%s\\n" é 日本 | wc -m; printf "\\xff\\xfe" | od -An -tx1',
    'set -u; echo "${nope}"; echo no',
    'nosuchcommand; echo $?; ./nosuchfile; echo $?',
    'echo x > /nodir/f; echo "code $?"',
    'exec 3>&1; echo three >&3; exec 3>&-; echo out',
    'echo one > f; echo two >> f; cat f; prog 0 > g 2>&1; cat g',
    'f() { echo out; echo err >&2; }; f 2>/dev/null; f >/dev/null; z=$(f 2>&1); echo "$z"',
    'i=0; while [ $i -lt 3 ]; do i=$((i+1)); echo $i; done > f; wc -l < f',
    'run() { "$@"; }; run echo "a  b" c; cmd="echo split me"; $cmd',
    'exit_code() { exit 9; }; echo before; exit_code; echo no',
    'echo $((1+2)); let n=5; echo $n; ((n>4)) && echo big',
    'seq 5 | xargs -n2 echo; find /workspace -name "*.none" -exec echo {} \\;',
    '{ time true; } 2>/dev/null; timeout 5 prog 7 2>/dev/null; echo $?',
  ]
  test.each(scripts)('%s', async (script) => {
    const live = await runShell(script, { programs })
    const kept = await runKept(script)
    expect({ stdout: live.stdout, stderr: live.stderr, code: live.end.status.code }).toEqual(kept)
  })
})

/** The same script with every stream kept to the end, as the library does without us. */
async function runKept(script: string): Promise<{ stdout: string; stderr: string; code: number }> {
  const kernel = createMemoryKernel({ programs })
  ensureCommandFiles(kernel.syscalls)
  const fs = new SyscallFileSystem(kernel.syscalls, 10)
  const host = new ProcessHost({
    kernel,
    pid: 10,
    mask: new FileMask(),
    pause: () => Promise.resolve(),
    realPath: (path) => fs.realPath(path),
  })
  const interpreter = createInterpreter({
    fs,
    host,
    cwd: '/workspace',
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/home/user' },
    defenseInDepth: false,
    customCommands: [...ownCommands()],
  })
  const result = await interpreter.exec(script, { rawScript: true, env: { '0': 'sh' } })
  return { stdout: result.stdout, stderr: result.stderr, code: result.exitCode }
}
