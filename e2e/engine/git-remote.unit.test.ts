/** git over the network: our client through the real gate against the real `git http-backend`. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runShell } from '../../src/sandbox/embedded/shell/testing/run-shell.ts'
import { createTestGate, type TestGateOptions } from '../support/gate.ts'
import { startGitServer, type GitServer } from '../support/git-server.ts'

let server: GitServer
beforeAll(async () => {
  server = await startGitServer()
})
afterAll(() => server.close())

const CONFIG = 'git config --global user.name Ann; git config --global user.email ann@example.com; '

async function run(script: string, options: Partial<TestGateOptions> = {}, at = server) {
  const test = createTestGate({
    fetch,
    allow: [`WebFetch(domain:${at.host})`],
    answer: () => ({ behavior: 'allow', scope: 'once' }),
    ...options,
  })
  const { stdout, stderr, end, kernel } = await runShell(CONFIG + script.replaceAll('URL', at.url), {
    egress: test.gate,
  })
  return { ...test, stdout, stderr, code: end.status.code, kernel }
}

/** A repository with some history: branches, an annotated tag, a large file that makes deltas worth while. */
function makeRepository(name: string, at = server): string {
  at.git(`${name}.work`, 'init', '-q', '-b', 'main')
  const commit = (message: string) => at.git(`${name}.work`, 'commit', '-q', '--allow-empty', '-m', message)
  const tree = (lines: number) => {
    const text = Array.from({ length: lines }, (_, line) => `line ${line} ${line * line}\n`).join('')
    at.git(`${name}.work`, 'update-index', '--add', '--cacheinfo', `100644,${hash(at, name, text)},big.txt`)
  }
  for (const lines of [2000, 2001, 2002]) {
    tree(lines)
    commit(`lines ${lines}`)
  }
  at.git(`${name}.work`, 'tag', '-a', 'v1', '-m', 'The first')
  at.git(`${name}.work`, 'branch', 'topic', 'HEAD~1')
  at.git('.', 'clone', '-q', '--bare', `${name}.work`, `${name}.git`)
  at.git(`${name}.git`, 'config', 'http.receivepack', 'true')
  at.git(`${name}.git`, 'repack', '-adfq')
  return `${name}.git`
}

function hash(at: GitServer, name: string, text: string): string {
  at.git(`${name}.work`, 'config', 'alias.put', `!printf '%s' "$1" | git hash-object -w --stdin; :`)
  return at.git(`${name}.work`, 'put', text).trim()
}

test('clone brings files, branches, tags and history; fetch what came later, as a thin pack', async () => {
  const name = makeRepository('a')
  const first = await run(
    `git clone URL/${name} c && cd c && git log --format=%s && wc -l < big.txt && git branch -a && git tag && git status -sb && git fsck 2>/dev/null; cat .git/config | grep url`,
  )
  expect(first.stdout.replace(server.url, 'URL')).toBe(
    `lines 2002\nlines 2001\nlines 2000\n2002\n* main\n  remotes/origin/HEAD -> origin/main\n  remotes/origin/main\n  remotes/origin/topic\nv1\n## main...origin/main\n\turl = URL/${name}\n`,
  )
  expect(first.stderr).toBe("Cloning into 'c'...\n")
  const later = await run(
    `git clone -q URL/${name} c && cd c && git rev-parse HEAD > /tmp/before; cat /tmp/before`,
  )
  const work = 'a.work'
  server.git(work, 'commit', '-q', '--allow-empty', '-m', 'later')
  expect(later.stdout).toHaveLength(41)
  const both = await run(
    `git clone -q URL/${name} c && cd c && git fetch origin && git reset -q --hard HEAD~2 && git update-ref refs/remotes/origin/main HEAD && git fetch && git pull && git log -1 --format=%s`,
  )
  expect(both.stderr).toMatch(
    /^From http:\/\/localhost:\d+\/a\n {3}\w{7}\.\.\w{7} {2}main {7}-> origin\/main\n$/,
  )
  expect(both.stdout).toMatch(/^Updating \w{7}\.\.\w{7}\nFast-forward\n[^]*lines 2002\n$/)
})

test('a shallow clone has so many commits and no more, and can be made whole', async () => {
  const name = makeRepository('s')
  const { stdout, stderr } = await run(
    `git clone -q --depth 1 URL/${name} c && cd c && git log --format=%s && wc -l < .git/shallow && git branch -a && git fetch -q --unshallow && git log --format=%s && ls .git/shallow`,
  )
  expect(stdout).toBe(
    'lines 2002\n1\n* main\n  remotes/origin/HEAD -> origin/main\n  remotes/origin/main\nlines 2002\nlines 2001\nlines 2000\n',
  )
  expect(stderr).toContain('.git/shallow')
})

test('push sends commits, branches, tags and deletions, which the real git finds sound', async () => {
  const name = makeRepository('p')
  const { stdout, stderr, asked, code } = await run(
    `git clone -q URL/${name} c && cd c && echo new > n && git add n && git commit -qm new && git push && git switch -qc side && git push -u origin side && git tag t && git push origin t && git push origin --delete topic && git push origin main && git status -sb`,
  )
  expect(code).toBe(0)
  expect(stdout).toBe("branch 'side' set up to track 'origin/side'.\n## side...origin/side\n")
  expect(stderr.replaceAll(server.url, 'URL')).toMatch(
    /^To URL\/p\.git\n {3}\w{7}\.\.\w{7} {2}main -> main\nTo URL\/p\.git\n \* \[new branch\] {6}side -> side\nTo URL\/p\.git\n \* \[new tag\] {9}t -> t\nTo URL\/p\.git\n - \[deleted\] {9}topic\nEverything up-to-date\n$/,
  )
  expect(server.git(name, 'log', '--format=%s', 'side')).toBe('new\nlines 2002\nlines 2001\nlines 2000\n')
  expect(server.git(name, 'for-each-ref', '--format=%(refname)')).toBe(
    'refs/heads/main\nrefs/heads/side\nrefs/tags/t\nrefs/tags/v1\n',
  )
  expect(server.git(name, 'fsck', '--strict', '--full')).toBe('')
  // Once for each push that sends something, not for each of its requests.
  expect(asked.map(({ publishes, command }) => [publishes, command])).toEqual([
    [true, 'git push'],
    [true, 'git push -u origin side'],
    [true, 'git push origin t'],
    [true, 'git push origin --delete topic'],
  ])
})

test('a push that would lose work is rejected, forced ones go through, and a refusal sends nothing', async () => {
  const name = makeRepository('r')
  const diverge = `git clone -q URL/${name} c && cd c && git reset -q --hard HEAD~1 && git commit -q --allow-empty -m mine`
  const rejected = await run(`${diverge} && git push`)
  expect(rejected).toMatchObject({ code: 1 })
  expect(rejected.stderr).toContain(' ! [rejected]        main -> main (non-fast-forward)\n')
  const before = server.requests.length
  expect(
    await run(`git clone -q URL/${name} c && cd c && git commit -q --allow-empty -m mine && git push`, {
      answer: () => ({ behavior: 'deny' }),
    }),
  ).toMatchObject({ code: 128 })
  expect(server.requests.slice(before).filter(({ url }) => url.endsWith('/git-receive-pack'))).toEqual([])
  expect((await run(`${diverge} && git pull`)).stderr).toContain(
    'fatal: Need to specify how to reconcile divergent branches.\n',
  )
  expect((await run(`${diverge} && git pull -q --rebase && git log --format=%s -2`)).stdout).toBe(
    'mine\nlines 2002\n',
  )
  expect((await run(`${diverge} && git pull -q --no-rebase && git log --format=%s -1`)).stdout).toBe(
    `Merge branch 'main' of ${server.url}/r\n`,
  )
  expect((await run(`${diverge} && git push --force`)).stderr).toMatch(
    / \+ \w{7}\.\.\.\w{7} main -> main \(forced update\)\n/,
  )
  expect(server.git(name, 'log', '-1', '--format=%s', 'main')).toBe('mine\n')
})

test('a token is added for its host and never seen by the sandbox; without one the failure says where it goes', async () => {
  const secret = 'ghp_0123456789abcdef'
  const guarded = await startGitServer({ token: secret })
  try {
    const name = makeRepository('g', guarded)
    const without = await run(`git clone URL/${name}`, {}, guarded)
    expect(without).toMatchObject({ code: 128 })
    expect(without.stderr).toContain('Settings, "Git host"')
    expect(without.stdout).toBe('')
    const tokens = { [guarded.host]: secret }
    const cloned = await run(
      `git clone -q URL/${name} c && cd c && git push && env && git config -l`,
      { tokens },
      guarded,
    )
    expect(cloned).toMatchObject({ code: 0 })
    expect(cloned.stdout + cloned.stderr + JSON.stringify([cloned.asked, cloned.log])).not.toContain(secret)
    const other = await run(`git ls-remote URL/${makeRepository('o')}; curl -s URL/x`, {
      tokens,
      allow: [`WebFetch(domain:${server.host})`],
    })
    expect(other.stdout).toContain('refs/heads/main')
    expect(server.requests.every(({ authorization }) => authorization === '')).toBe(true)
    await run('curl -s URL/x', { tokens }, guarded)
    expect(guarded.requests.at(-1)).toMatchObject({ url: '/x', authorization: '' })
  } finally {
    await guarded.close()
  }
})

test('ls-remote lists, and what is not there or not allowed fails as git does', async () => {
  const name = makeRepository('l')
  const listed = await run(
    `git ls-remote URL/${name}; git ls-remote --heads URL/${name} topic; git ls-remote --exit-code URL/${name} none; echo $?`,
  )
  const lines = server.git('.', 'ls-remote', `l.git`)
  const topic = lines.split('\n').filter((line) => line.endsWith('refs/heads/topic'))
  expect(listed.stdout).toBe(`${lines}${topic.join('\n')}\n2\n`)
  expect((await run('git clone URL/none.git')).stderr).toContain(
    `repository '${server.url}/none.git/' not found`,
  )
  const closed = await run(`git clone URL/${name} c; ls`, { allow: [] })
  expect(closed.stderr).toContain(
    `unable to access '${server.url}/${name}/': Nothing listens at ${server.host} in the sandbox.`,
  )
  expect(closed.stdout).toBe('')
  expect((await run('git clone ssh://git@example.com/x.git')).stderr).toContain('only https://')
})
