/** Unsupported features fail with a message, instead of a result that is silently wrong. */
import { expect, test } from 'vitest'
import { playInSandbox } from './testing/script-transcript.ts'

const FILTERED = `commit a one first
echo '*.f filter=up' > .gitattributes
git config filter.up.clean 'tr a-z A-Z'
echo text > t.f
git add t.f
`
const DRIVEN = `echo 'a merge=mine' > .gitattributes
git config merge.mine.driver 'cp %B %A'
commit a one first
git checkout -q -b side
commit a two second
git checkout -q main
commit a three third
git merge side
`

test.each([
  ['a filter', FILTERED, 'fatal: t.f: filter.up.clean is not supported'],
  ['a merge driver', DRIVEN, "fatal: a: the merge driver 'mine' is not supported"],
  [
    'a condition on remotes',
    'git config includeIf.hasconfig:remote.*.url:x.path y; git status\n',
    'fatal: includeIf.hasconfig:',
  ],
  ['all names', 'git name-rev --all\n', 'fatal: name-rev --all is not supported'],
  ['other maintenance', 'git maintenance start\n', "fatal: only 'git maintenance run'"],
])('%s', async (_, script, message) => {
  const output = await playInSandbox(script)
  expect(output).toContain(message)
  expect(output).toMatch(/\[exit 128\]\n$/)
})
