import { expect, it } from 'vitest'
import { decide } from '../decide.ts'
import { shellCall, stateWith } from '../test-support.ts'

const inBypass = (command: string) =>
  decide(shellCall(command), stateWith({ mode: 'bypassPermissions', allowBypass: true })).behavior

it.each([
  ...['ls -d .git/config | xargs rm -f', 'x=(CLAUDE.md); printf x > $x', "echo 'rm -f .npmrc' | bash"],
  ...['cp evil $(printf %s .git)/config', 'set -- .claude/new; cp evil $1', 'true .gi?; cp evil $_/config'],
  ...["bash -c 'echo x > $0' .mcp.json", 'ls -A | grep .git | xargs rm -rf', 'env -S "rm -f CLAUDE.md"'],
  ...['rm -rf ${x:-.git}', 'rm -rf "${x:+.git}"', 'echo .gi""t | xargs rm -rf', 'rm -f $y${x-CLAUDE.md}'],
  ...['tar xf x.tar --transform=s/a.txt/CLAUDE.md/', "printf '.gi''t' | xargs rm -rf"],
])('denies in bypass a write that may be of a guarded file that the line names: %s', (command) =>
  expect(inBypass(command)).toBe('deny'),
)

it.each([
  ...['cp x "$d/config"', 'ls -d *.tmp | xargs rm -f', 'cat CLAUDE.md .git/HEAD', 'echo "$x" > "$out"'],
  ...['for f in $(ls src); do sed -i s/a/b/ "src/$f"; done', 'bash -c "$script"'],
])('lets the others run: %s', (command) => expect(inBypass(command)).toBe('allow'))
