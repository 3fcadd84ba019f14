/**
 * Scripts with what the real git prints for them: blocks of `== title`, the script, `--` and its output (stdout and
 * stderr as they come, then `[exit n]`). Each runs in a new folder, in a shell, after `PRELUDE`.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runShell } from '../../shell/testing/run-shell.ts'

export interface ScriptBlock {
  readonly title: string
  readonly script: string
  readonly output: string
}

const ROOT = '/workspace/repo'
/** `commit FILE CONTENT MESSAGE` makes a commit a minute after the last one, `both …` prints stdout before stderr. */
const PRELUDE = `export TZ=UTC LC_ALL=C GIT_AUTHOR_NAME='Ann Author' GIT_AUTHOR_EMAIL=ann@example.com
export GIT_COMMITTER_NAME='Carl Committer' GIT_COMMITTER_EMAIL=carl@example.com
export GIT_CONFIG_NOSYSTEM=1 GIT_EDITOR=true
exec 2>&1
now=1700000000
tick() { now=$((now + 60)); export GIT_AUTHOR_DATE="$now +0000" GIT_COMMITTER_DATE="$now +0000"; }
commit() { tick; printf "$2\\n" > "$1"; git add "$1"; git commit -q -m "$3"; }
both() { "$@" > ../both.out 2> ../both.err; code=$?; cat ../both.out ../both.err; return $code; }
tick
git init -q -b main
`

export function parseBlocks(text: string): ScriptBlock[] {
  return text
    .split(/^== /m)
    .slice(1)
    .map((block) => {
      const [, title = '', script = '', output = ''] = /^([^\n]*)\n([^]*?)^--\n([^]*)$/m.exec(block) ?? []
      return { title, script, output }
    })
}

export function formatBlocks(blocks: readonly ScriptBlock[]): string {
  return blocks.map(({ title, script, output }) => `== ${title}\n${script}--\n${output}`).join('')
}

/** Output of our git in the sandbox's shell. */
export async function playInSandbox(script: string): Promise<string> {
  const start = `mkdir -p ${ROOT}; cd ${ROOT}; export HOME=/workspace/home\n`
  const { stdout, end } = await runShell(start + PRELUDE + script)
  return shown(stdout, ROOT, end.status.code ?? -1)
}

/** Output of the git installed on this machine. */
export function playForReal(script: string): string {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'vivarium-git-')))
  const root = join(base, 'repo')
  mkdirSync(root)
  const env = { PATH: process.env['PATH'], HOME: join(base, 'home') }
  const child = spawnSync('sh', ['-c', PRELUDE + script], { cwd: root, env, encoding: 'utf8' })
  rmSync(base, { recursive: true, force: true })
  return shown(child.stdout, root, child.status ?? -1)
}

function shown(output: string, root: string, code: number): string {
  const text = output.replaceAll(root, '/repo').replaceAll(root.slice(0, root.lastIndexOf('/')), '')
  const ended = text === '' || text.endsWith('\n') ? text : `${text}\n`
  return ended + (code === 0 ? '' : `[exit ${code}]\n`)
}
