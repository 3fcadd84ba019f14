/** Hooks and editors, with what git 2.39.5 made of the same scripts. */
import { testScripts, type ScriptCase } from '../shell/testing/script-cases.ts'

const START = `export GIT_AUTHOR_NAME=Ann GIT_AUTHOR_EMAIL=ann@example.com GIT_COMMITTER_NAME=Ann GIT_COMMITTER_EMAIL=ann@example.com
export GIT_AUTHOR_DATE='1700000000 +0000' GIT_COMMITTER_DATE='1700000000 +0000'
git init -q -b main
hook() { printf '#!/bin/sh\\n%s\\n' "$2" > "$1"; chmod +x "$1"; }
`

const cases: readonly ScriptCase[] = [
  [
    "hook .git/hooks/pre-commit 'echo refused; exit 1'; git commit --allow-empty -m x; echo $?; git commit -q --no-verify --allow-empty -m y; git log --format=%s",
    '1\ny\n',
    'refused\n',
    0,
  ],
  [
    'hook .git/hooks/prepare-commit-msg \'echo "from $2" >> "$1"\'; hook .git/hooks/commit-msg \'echo "Id: 1" >> "$1"\'; hook .git/hooks/post-commit \'echo done\'; git commit -q --allow-empty -m x; git log -1 --format=%B',
    'x\nfrom message\nId: 1\n\n',
    'done\n',
    0,
  ],
  [
    "mkdir .husky; hook .husky/pre-commit 'git diff --cached --name-only; pwd'; git config core.hooksPath .husky; echo a > a; git add a; git commit -q -m x",
    '',
    'a\n/workspace\n',
    0,
  ],
  [
    "GIT_EDITOR='echo edited >' git commit -q --allow-empty; git -c core.editor='sed -i 1s/^/configured/' commit -q --allow-empty; git log --format=%s",
    'configured\nedited\n',
    '',
    0,
  ],
  [
    'GIT_EDITOR=false git commit --allow-empty; echo $?; GIT_EDITOR=\'printf "# nothing\\n" >\' git commit --allow-empty; echo $?',
    '1\n1\n',
    "error: There was a problem with the editor 'false'.\nPlease supply the message using either -m or -F option.\nAborting commit due to empty commit message.\n",
    0,
  ],
]

testScripts(cases.map(([script, ...rest]) => [START + script, ...rest] as const))
