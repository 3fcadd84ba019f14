/** Pipes whose commands run at the same time. What is expected was printed by bash 5.2. */
import { describe, expect, test } from 'vitest'
import { runShell } from '../testing/run-shell.ts'
import type { Program } from '../testing/program.ts'

/** Turns of the event loop: what is begun goes on as far as it can. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setTimeout(resolve))
}

/** Three lines, each when the one before has long been read. */
const slow: Program = async (io) => {
  for (let count = 1; count <= 3; count += 1) {
    await turns(10)
    if (!(await io.write(`line ${count}\n`))) return 141
  }
  return 0
}

/** Lines for as long as somebody reads. */
const forever: Program = async (io) => {
  while (await io.write('line\n')) await turns(1)
  return 141
}

const upper: Program = async (io) => {
  io.out((await io.input()).toUpperCase())
  return 0
}

const programs = { slow, forever, upper }

const CASES: readonly (readonly [script: string, stdout: string])[] = [
  ['yes | head -3; echo ${PIPESTATUS[@]}', 'y\ny\ny\n141 0\n'],
  ['forever | head -2; echo ${PIPESTATUS[@]}', 'line\nline\n141 0\n'],
  ['{ yes; echo after >&2; } | head -1; echo ${PIPESTATUS[@]}', 'y\n0 0\n'],
  ['while :; do echo y; done | { read a; echo $a; }; echo ${PIPESTATUS[@]}', 'y\n141 0\n'],
  ['set -o pipefail; yes | head -1; echo $?', 'y\n141\n'],
  ['set -eo pipefail; slow | (exit 3) || echo "code $?"', 'code 3\n'],
  ['(exit 3) | (exit 4) | true; echo ${PIPESTATUS[@]} $?', '3 4 0 0\n'],
  ['! (exit 3) | { true; }; echo $?', '1\n'],
  ['x=1; echo 2 | { read x; echo in $x; }; echo $x', 'in 2\n1\n'],
  ['shopt -s lastpipe; echo 2 | { sleep 0; read x; }; echo $x', '2\n'],
  ['seq 1 1000000000 | head -2', '1\n2\n'],
  ['x=$(yes | head -2 | tr y n); echo $x', 'n n\n'],
  ['cat /dev/zero | head -c 3 | od -An -tx1', ' 00 00 00\n'],
  ['slow | tee log | upper; cat log', 'LINE 1\nLINE 2\nLINE 3\nline 1\nline 2\nline 3\n'],
  ['slow | grep --line-buffered 2 | sed s/line/LINE/', 'LINE 2\n'],
  ['slow | grep -q 1; echo ${PIPESTATUS[1]}; slow | grep x; echo $?', '0\n1\n'],
  ['slow | grep -c line; slow | grep -n 2; slow | sed -n 2p', '3\n2:line 2\nline 2\n'],
  ['slow | cut -d " " -f 2 | rev; slow | tr -d "lin e"', '1\n2\n3\n1\n2\n3\n'],
  ['slow | sort -r | head -1', 'line 3\n'],
  ['f() { while read a b; do echo "f:$b"; done; }; slow | f | upper', 'F:1\nF:2\nF:3\n'],
  ['slow | { read a; cat; }', 'line 2\nline 3\n'],
  ['slow | { read a; upper; }', 'LINE 2\nLINE 3\n'],
  ['slow | while read l; do [ "$l" = "line 2" ] && break; echo "$l"; done; echo end', 'line 1\nend\n'],
  ['echo a | cat - | { cat; echo b; }', 'a\nb\n'],
  ['for i in 1 2; do echo $i; done | tac | upper', '2\n1\n'],
  ['{ echo out; echo err >&2; } |& upper', 'OUT\nERR\n'],
  ['slow > f; cat f; slow >> f; wc -l < f', 'line 1\nline 2\nline 3\n6\n'],
  ['{ echo a; upper <<< b; echo c; } > f; cat f', 'a\nB\nc\n'],
  ['{ echo a; cat f; } > f; echo b >> f; cat f', 'a\nb\n'],
  ['exec > log; echo a; upper <<< b; slow | head -1; exec >&2; cat log', ''],
  ['printf "ab\\ncd" | { read -n 1 a; read b; read c; echo "$a,$b,$c,$?"; }', 'a,b,cd,1\n'],
  ['printf "a:b:c" | { read -d : x; read -d : y; cat; echo ",$x,$y"; }', 'c,a,b\n'],
  ['printf \'a\\\\\\nb\\nc\\n\' | { read x; echo "$x"; cat; }', 'ab\nc\n'],
  ['printf "1\\n2\\n3\\n" | { mapfile -t a; echo ${#a[@]}; }', '3\n'],
  ['sleep 1 | { read -t 0.05 x; echo $?; }', '142\n'],
  ['echo sub | { (cat); }; echo "$(slow | tail -1)"', 'sub\nline 3\n'],
]

test.each(CASES)('%s', async (script, stdout) => {
  const run = await runShell(script, { programs, argv: ['bash', '-c', script] })
  expect(run.stdout).toBe(stdout)
})

describe('what comes out', () => {
  test('is seen as it comes', async () => {
    const seen: string[] = []
    await runShell('slow | tee log | while read l; do echo "<$l>"; done', {
      programs,
      onWrite: (text) => seen.push(text),
    })
    expect(seen).toEqual(['<line 1>\n', '<line 2>\n', '<line 3>\n'])
  })

  test('is in the file that it is redirected to while the program runs', async () => {
    let size = () => -1
    const sizes: number[] = []
    const watched: Program = async (io) => {
      for (const expected of [0, 7, 14]) {
        await expect.poll(size).toBe(expected)
        sizes.push(size())
        await io.write(`line ${sizes.length}\n`)
      }
      return 0
    }
    await runShell('watched > log', {
      programs: { watched },
      onStart: ({ vfs }) => {
        size = () => vfs.stat('/workspace/log').size
      },
    })
    expect([...sizes, size()]).toEqual([0, 7, 14, 21])
  })

  test('of a followed file ends with its reader', async () => {
    const script =
      'echo 1 > f; (sleep 0.1; echo 2 >> f; echo 3 >> f) & tail -f f | head -2; echo ${PIPESTATUS[@]}'
    expect((await runShell(script)).stdout).toBe('1\n2\n141 0\n')
  })

  test('waits for its reader in bounded memory', async () => {
    let written = 0
    const flood: Program = async (io) => {
      const line = `${'x'.repeat(1023)}\n`
      while (await io.write(line)) written += line.length
      return 141
    }
    const run = await runShell('flood | { sleep 0.2; head -c 1; }', { programs: { flood } })
    // The pipe and a few reads ahead hold less than this.
    expect([run.stdout, written < 1024 * 1024]).toEqual(['x', true])
  })
})

test('exec with a process that reads from then on is refused where output is kept, and nothing is lost', async () => {
  const run = await runShell('v=$(exec > >(cat) || echo "goes on"); echo "<$v>"; echo x > >(tr x y)')
  expect(run.stdout).toBe('<goes on>\ny\n')
  expect(run.stderr).toContain('>(command) cannot be used where the output is kept')
})
