/** The graph of histories of every shape, drawn as the real git draws it. */
import { expect, test } from 'vitest'
import { patience } from '../../../../testing/patience.ts'
import { soak } from '../../../../testing/soak.ts'
import { importFolder, play, realGit, realPlace, sandboxPlace } from '../testing/transcript.ts'

/** A small generator of numbers with a seed, so that a failure can be played again. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >> 8) % below
  }
}

/** Lines for `git fast-import`: commits with up to four parents, some young, some old, on a few branches. */
function history(seed: number, commits: number): string {
  const next = numbers(seed)
  let text = ''
  for (let mark = 1; mark <= commits; mark += 1) {
    const parents = new Set<number>()
    const wanted = mark === 1 || next(12) === 0 ? 0 : ([1, 1, 1, 1, 2, 2, 3, 4][next(8)] ?? 1)
    for (let tries = 0; tries < wanted * 2 && parents.size < Math.min(wanted, mark - 1); tries += 1)
      parents.add(Math.max(1, mark - 1 - next(next(3) === 0 ? mark : 4)))
    const [from, ...merged] = parents
    text += `commit refs/heads/b${next(3)}\nmark :${mark}\n`
    text += `committer A <a@b> ${1_700_000_000 + mark * 60 - next(200)} +0000\ndata ${String(mark).length + 1}\nc${mark}\n`
    text += from === undefined ? 'deleteall\n' : `from :${from}\n`
    for (const parent of merged) text += `merge :${parent}\n`
    text += `\nreset refs/tags/t${mark}\nfrom :${mark}\n\n`
  }
  return text
}

const QUESTIONS = [
  ['log', '--graph', '--oneline', '--all'],
  ['log', '--graph', '--all'],
  ['log', '--graph', '--format=%h %s%n%an', '--all'],
  ['log', '--graph', '--format=format:%s', '--all'],
  ['log', '--graph', '--oneline', '-n', '9', '--all'],
  ['log', '--graph', '--oneline', '--first-parent', 'b0'],
  ['log', '--graph', '--oneline', '--no-merges', '--all'],
  ['log', '--graph', '--pretty=short', '--decorate', 'b1', '--not', 't5'],
]

const SOAK = soak('git-graph', { gate: 6, round: 40 })

test(SOAK.title('is drawn as git draws it'), { timeout: patience(120_000) }, () =>
  SOAK.each(async ({ seed }) => {
    const real = realPlace()
    const place = sandboxPlace()
    realGit(['init', '-q', '-b', 'main'], real.root)
    realGit(['fast-import', '--quiet', '--force'], real.root, history(seed, 24))
    realGit(['symbolic-ref', 'HEAD', 'refs/heads/b0'], real.root)
    importFolder(place.vfs, real.root, place.root)
    for (const question of QUESTIONS) {
      const ours = await place.git(question, { env: {}, stdin: '' })
      expect(`${question.join(' ')}\n${ours.output}`).toBe(
        `${question.join(' ')}\n${realGit(question, real.root)}`,
      )
    }
    real.dispose()
  }),
)

test.each([
  ['rev-list', '--graph', 'HEAD'],
  ['show', '--graph'],
  ['log', '-g', '--graph'],
  ['log', '--reverse', '--graph'],
])('is refused where it is not drawn: %s %s %s', async (...question) => {
  const place = sandboxPlace()
  await play(['$ git init -q', '$ put a "a"', '$ git add a', '$ git commit -q -m one'], place)
  const { output, code } = await place.git(question, { env: {}, stdin: '' })
  expect([code, output]).toEqual([128, expect.stringMatching(/^fatal: .*(graph|walk-reflogs)/)])
})
