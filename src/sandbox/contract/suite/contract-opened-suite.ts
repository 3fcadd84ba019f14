import { expect, it } from 'vitest'
import type { OutputChunk } from '../contract.ts'
import { bytes, run, text, value, type ContractContext } from './contract-test-support.ts'

const ENV = '/workspace/.env'
/** Ways to the content of `.env` that no word on the command line names. */
const OPENINGS = [
  'for f in .e*; do base64 "$f"; done',
  "find . -name '.e*' -exec base64 {} +",
  'cat "$(printf .en; printf v)" | base64',
  'find . -type f | xargs tac',
  'xargs -a .env echo | base64',
  'date -f .env',
  'wc --files0-from=.env',
  'ln -s .env link; cat link',
  'ln .env hard; cat hard; rm hard',
  'mv .env moved; cat moved; mv moved .env',
  'cp .env copy; cat copy; rm copy',
  'cat < .e?v',
  'mapfile -t lines < .e[n]v; echo "${lines[0]}"',
  'cd sub; tar cf - .. | base64',
  'bash -c "cat .en*"',
  'grep -c "" -r --include=".*" .',
  `node -p "require('fs').readFileSync('.e' + 'nv', 'utf8')"`,
  `node -e "const { fd } = { fd: require('fs').openSync('.env') }; console.log(require('fs').readFileSync(fd).length)"`,
  `node -e "require('fs').createReadStream('.env').pipe(process.stdout)"`,
  `node -e "console.log(require('child_process').execSync('cat .e*').length)"`,
]
/** Commands that show no content of it, also where they read the file beside it. */
const OTHERS = [
  'ls -la; stat .env; test -f .env && echo yes',
  'cat a b c d; cat z',
  'for f in a b c d z; do cat "$f"; done',
  'echo PIN=1 > .env.new; rm .env.new',
  `node -p "require('fs').existsSync('.env')"`,
]

/** Back ends that tell which withheld files a command has opened. */
export function openedTests(context: () => ContractContext): void {
  it('tells of a withheld file, however a command has come to open it', async () => {
    const { sandbox } = context()
    await fill(context())
    for (const [at, command] of OPENINGS.entries()) {
      const id = `opens-${at}`
      await value(sandbox.exec({ id, command }))
      const opened = await value(sandbox.openedFiles(id))
      expect({ command, opened }).toEqual({ command, opened: [{ path: ENV, byServer: false }] })
    }
  })

  it('tells of none that was only looked at, or lies beside what was read', async () => {
    const { sandbox } = context()
    await fill(context())
    for (const [at, command] of OTHERS.entries()) {
      const id = `looks-${at}`
      const done = await value(sandbox.exec({ id, command }))
      expect({ command, code: done.exitCode }).toEqual({ command, code: 0 })
      expect({ command, opened: await value(sandbox.openedFiles(id)) }).toEqual({ command, opened: [] })
    }
    expect(await value(sandbox.openedFiles('never run'))).toEqual([])
  })

  it('tells that there were more than it names, so that none hides behind others', async () => {
    const { sandbox } = context()
    await fill(context())
    await run(sandbox, 'for n in {100..250}; do echo A=junk > $n.env; done')
    await value(sandbox.exec({ id: 'many', command: 'cat *.env .e*' }))
    const opened = await value(sandbox.openedFiles('many'))
    expect([opened.length, opened.at(-1)?.path]).toEqual([101, '/workspace/…'])
  })

  it('marks what a command says once it has opened one', async () => {
    const { sandbox } = context()
    await fill(context())
    const chunks: OutputChunk[] = []
    const command = 'echo before; sleep 0.2; cat .e*; echo after'
    await value(sandbox.exec({ id: 'marked', command }, (chunk) => void chunks.push(chunk)))
    const said = (opened: OutputChunk['opened']) =>
      chunks
        .filter((chunk) => chunk.opened === opened)
        .map(({ data }) => text(data))
        .join('')
    expect([said(undefined), said('program')]).toEqual(['before\n', 'PIN=4711\nafter\n'])
  })

  it('tells a server from a program that only reads', async () => {
    const { sandbox } = context()
    await fill(context())
    const up = Promise.withResolvers<void>()
    const command = `node -e "require('fs').readFileSync('.env'); require('http').createServer().listen(8123, () => console.log('up'))"`
    const server = sandbox.exec({ id: 'server', command }, () => up.resolve())
    await up.promise
    expect(await value(sandbox.openedFiles('server'))).toEqual([{ path: ENV, byServer: true }])
    await sandbox.cancel('server')
    await server
    const both = `node -e "require('http').createServer().listen(8124, () => process.exit())"; cat .e*`
    await value(sandbox.exec({ id: 'beside', command: both }))
    expect(await value(sandbox.openedFiles('beside'))).toEqual([{ path: ENV, byServer: false }])
  })

  it('knows a file that a command has written from a withheld one', async () => {
    const { sandbox } = context()
    await fill(context())
    const writes = [
      'for f in .e*; do base64 "$f"; done > out',
      'cat .e* | tr 0-9 a-j > out',
      'cat .e* | tee out > /dev/null',
      'exec 3> out; cat .e* >&3',
      'cat .e*; echo more >> out',
      `node -e "require('fs').writeFileSync('out', require('fs').readFileSync('.e' + 'nv'))"`,
      `node -e "console.log(String(require('fs').readFileSync('.e' + 'nv')))" > out`,
      'cp .e* out',
      'cp .env one && mv one two && ln two out',
      'dd if=.env of=out 2> /dev/null',
      'sed -n "w out" .env',
    ]
    for (const [at, command] of writes.entries()) {
      await value(sandbox.exec({ id: `writes-${at}`, command }))
      const { withheld } = await value(sandbox.stat('out'))
      expect({ command, withheld }).toEqual({ command, withheld: ENV })
      await value(sandbox.exec({ id: `reads-${at}`, command: 'cat o?t' }))
      expect(await value(sandbox.openedFiles(`reads-${at}`))).toEqual([{ path: ENV, byServer: false }])
      const found = await value(sandbox.grep({ id: 'g', pattern: '.', mode: 'files', skipsWithheld: true }))
      expect({ command, found: found.files.some(({ path }) => path === '/workspace/out') }).toEqual({
        command,
        found: false,
      })
      await run(sandbox, 'rm -f out two')
    }
    // Written anew, it is a file like others; so is what a script of the project writes.
    await value(sandbox.exec({ id: 'again', command: 'cat .e* > out' }))
    await run(sandbox, 'echo new > out')
    expect((await value(sandbox.stat('out'))).withheld).toBeUndefined()
    await value(sandbox.exec({ id: 'script', command: 'cat .e* > built', isProjectScript: true }))
    expect((await value(sandbox.stat('built'))).withheld).toBeUndefined()
    await run(sandbox, 'mkdir -p copy && cp -r .env a b copy')
    expect((await value(sandbox.stat('copy/a'))).withheld).toBeUndefined()
  })

  it('tells of one that git shows from its history', async () => {
    const { sandbox } = context()
    await fill(context())
    await run(
      sandbox,
      'git init -q . && git config user.name ada && git config user.email ada@example.org && git add -A && git commit -qm one && git tag first && echo PIN=0815 > .env && git commit -qam two && rm .env',
    )
    const shows = [
      'git log -p',
      'git show',
      'git diff first',
      'git diff first HEAD -- "*"',
      'git show first:.env',
      'git show "$(printf first:.en; printf v)"',
      'git cat-file -p $(git rev-parse HEAD:.env)',
      'git cat-file blob HEAD:.env',
      'echo HEAD:.env | git cat-file --batch',
      'git blame first -- .env',
      'git archive HEAD | base64',
      'git format-patch --stdout first',
    ]
    for (const [at, command] of shows.entries()) {
      const id = `shows-${at}`
      const { exitCode, stderr } = await value(sandbox.exec({ id, command }))
      const opened = await value(sandbox.openedFiles(id))
      expect({ command, exitCode, err: text(stderr), opened }).toEqual({
        command,
        exitCode: 0,
        err: '',
        opened: [{ path: ENV, byServer: false }],
      })
    }
    const quiet = [
      'git log --oneline',
      'git status --short',
      'git ls-files',
      'git show HEAD:a',
      'git branch -v',
    ]
    for (const [at, command] of quiet.entries()) {
      const id = `quiet-${at}`
      await value(sandbox.exec({ id, command }))
      expect({ command, opened: await value(sandbox.openedFiles(id)) }).toEqual({ command, opened: [] })
    }
  })

  it('tells of one that another command hands over, by a socket or by a file that is open already', async () => {
    const { sandbox } = context()
    await fill(context())
    const serve = (port: number | string, then: string) =>
      `node -e "require('net').createServer((s) => { ${then} }).listen(${JSON.stringify(port).replaceAll('"', "'")}, () => console.log('up'))"`
    const read = "s.end(require('fs').readFileSync('.e' + 'nv'))"
    const ways = [
      { first: serve(8130, read), then: `node -e "require('net').connect(8130).pipe(process.stdout)"` },
      {
        first: `node -e "require('http').createServer((q, s) => { ${read} }).listen(8131, () => console.log('up'))"`,
        then: 'curl -s localhost:8131',
      },
      {
        first: `node -e "require('http').createServer((q, s) => { ${read} }).listen(8134, () => console.log('up'))"`,
        then: `node -e "fetch('http://localhost:8134').then((a) => a.text()).then(console.log)"`,
      },
      {
        first: serve('/tmp/own.sock', read),
        then: `node -e "require('net').connect('/tmp/own.sock').pipe(process.stdout)"`,
      },
    ]
    for (const [at, { first, then }] of ways.entries()) {
      const up = Promise.withResolvers<void>()
      const server = sandbox.exec({ id: `serves-${at}`, command: first }, () => up.resolve())
      await up.promise
      const { stdout } = await value(sandbox.exec({ id: `asks-${at}`, command: then }))
      const opened = await value(sandbox.openedFiles(`asks-${at}`))
      await sandbox.cancel(`serves-${at}`)
      await server
      expect({ then, said: text(stdout).trim(), opened }).toEqual({
        then,
        said: 'PIN=4711',
        opened: [{ path: ENV, byServer: true }],
      })
    }
    // The other way round: the one that listens is told.
    const up = Promise.withResolvers<void>()
    const listens = sandbox.exec(
      {
        id: 'listens',
        command: serve(
          8132,
          "s.on('data', (d) => console.log(String(d))); s.on('end', () => setTimeout(() => process.exit(), 100))",
        ),
      },
      () => up.resolve(),
    )
    await up.promise
    const tells = await value(
      sandbox.exec({
        id: 'tells',
        command: `node -e "const c = require('net').connect(8132, () => c.end(require('fs').readFileSync('.e' + 'nv')))"`,
      }),
    )
    expect([tells.exitCode, text(tells.stderr)]).toEqual([0, ''])
    expect(text((await value(listens)).stdout)).toContain('PIN=4711')
    expect(await value(sandbox.openedFiles('listens'))).toEqual([{ path: ENV, byServer: false }])
    // A file that was open before it got the content.
    const followers = [
      `: > out; node -e "const fs = require('fs'); const fd = fs.openSync('out'); console.log('up'); const t = setInterval(() => { if (!fs.existsSync('go')) return; clearInterval(t); const b = Buffer.alloc(99); console.log(String(b.subarray(0, fs.readSync(fd, b)))) }, 20)"`,
      ': > out; echo up; tail -f out & while ! test -e go; do sleep 0.05; done; sleep 1.5; kill %1',
    ]
    for (const [at, command] of followers.entries()) {
      const waits = Promise.withResolvers<void>()
      const follows = sandbox.exec({ id: `follows-${at}`, command }, () => waits.resolve())
      await waits.promise
      await run(sandbox, 'sleep 0.3')
      await value(sandbox.exec({ id: `fills-${at}`, command: 'cat .e* > out; touch go' }))
      expect(text((await value(follows)).stdout)).toContain('PIN=4711')
      expect(await value(sandbox.openedFiles(`follows-${at}`))).toEqual([{ path: ENV, byServer: false }])
      await run(sandbox, 'rm out go')
    }
  })

  it('knows a copy that went through git', async () => {
    const { sandbox } = context()
    await fill(context())
    await run(
      sandbox,
      'git init -q . && git config user.name ada && git config user.email ada@example.org && git add a && git commit -qm zero',
    )
    await value(
      sandbox.exec({
        id: 'copies',
        command: 'cp .e* notes; cp notes third; mv third other; git add notes other',
      }),
    )
    for (const [at, command] of [
      'git show :notes',
      'git diff --cached',
      'git cat-file -p $(git rev-parse :notes)',
    ].entries()) {
      await value(sandbox.exec({ id: `index-${at}`, command }))
      const opened = await value(sandbox.openedFiles(`index-${at}`))
      expect({ command, opened }).toEqual({ command, opened: [{ path: ENV, byServer: false }] })
    }
    await value(sandbox.exec({ id: 'commits', command: 'git commit -qm one; rm notes other' }))
    for (const [at, command] of [
      'git show',
      'git show HEAD:notes',
      'git log -p',
      'git checkout -q HEAD -- notes; cat n*; rm notes',
      'git show HEAD:other',
    ].entries()) {
      await value(sandbox.exec({ id: `history-${at}`, command }))
      const opened = await value(sandbox.openedFiles(`history-${at}`))
      expect({ command, opened }).toEqual({ command, opened: [{ path: ENV, byServer: false }] })
    }
    for (const [at, command] of ['git show HEAD:a', 'git show HEAD^', 'git log --oneline'].entries()) {
      await value(sandbox.exec({ id: `beside-${at}`, command }))
      expect({ command, opened: await value(sandbox.openedFiles(`beside-${at}`)) }).toEqual({
        command,
        opened: [],
      })
    }
  })

  it('tells of one that is read out of an archive', async () => {
    const { sandbox } = context()
    await fill(context())
    await value(
      sandbox.exec({
        id: 'packs',
        command: 'tar czf p.tgz .env a; zip -q p.zip .env a',
        isProjectScript: true,
      }),
    )
    await run(sandbox, 'rm .env')
    for (const [at, command] of [
      'tar xzOf p.tgz',
      'tar xOf p.tgz .env',
      'unzip -p p.zip',
      'tar -xf p.tgz --to-stdout .env',
      'tar xf p.tgz --transform s/.env/plain/; cat plain; rm plain',
    ].entries()) {
      const { stdout, stderr } = await value(sandbox.exec({ id: `packed-${at}`, command }))
      const opened = await value(sandbox.openedFiles(`packed-${at}`))
      expect({ command, said: text(stdout).includes('4711'), err: text(stderr), opened }).toEqual({
        command,
        said: true,
        err: '',
        opened: [{ path: ENV, byServer: false }],
      })
    }
  })

  it('passes over withheld files in searches of the shell, and says so', async () => {
    const { sandbox } = context()
    await fill(context())
    await run(sandbox, 'git init -q . && git add -A')
    for (const search of [
      'grep -rn PIN .',
      'rg --hidden PIN',
      'git grep PIN',
      'grep -r PIN',
      'rg -uuu PIN .',
    ]) {
      const id = `search ${search}`
      const { stdout, stderr } = await value(sandbox.exec({ id, command: search, skipsWithheld: true }))
      expect({ search, found: text(stdout).includes('4711'), hits: /a:.*PIN/.test(text(stdout)) }).toEqual({
        search,
        found: false,
        hits: true,
      })
      expect({ search, said: text(stderr) }).toEqual({
        search,
        said: expect.stringMatching(/\.env: not searched, it holds secrets/),
      })
      expect(await value(sandbox.openedFiles(id))).toEqual([])
      expect((await run(sandbox, search)).out).toContain('4711')
    }
  })
}

async function fill({ sandbox }: ContractContext): Promise<void> {
  await value(sandbox.makeDirectory('sub'))
  for (const [path, content] of [
    ['.env', 'PIN=4711\n'],
    ['a', 'const PIN = 0\n'],
    ['b', 'b\n'],
    ['c', 'c\n'],
    ['d', 'd\n'],
    ['z', 'z\n'],
  ] as const)
    await value(sandbox.writeFile({ path, data: bytes(content) }))
}
