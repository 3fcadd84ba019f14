import { expect, it } from 'vitest'
import type { Egress, EgressRequest } from '../egress.ts'
import type { Sandbox, SandboxEvent } from '../contract.ts'
import { sha256 } from '../../history/hash.ts'
import { bytes, kindOf, run, text, value, type ContractContext } from './contract-test-support.ts'

const SERVER = `const http = require('node:http')
  http.createServer((_, response) => response.end(process.argv[2])).listen(3000)`
/** Between two system calls the file is of one digit, and the folder has one name. */
const WRITER = `const { openSync, writeSync, renameSync, mkdirSync, writeFileSync } = require('node:fs')
  mkdirSync('names')
  writeFileSync('names/0', '')
  const file = openSync('written', 'w')
  for (let at = 0; ; at++) {
    writeSync(file, String(at % 10).repeat(20000), 0)
    renameSync('names/' + at, 'names/' + (at + 1))
  }`

/** Programs in forks: of back ends with processes of their own, which all have Node and git. */
export function forkProgramTests(context: () => ContractContext): void {
  const fork = (id = 'fork') => value(context().sandbox.fork({ id }))

  it('has a clean repository, and commits of its own', async () => {
    const { sandbox } = context()
    const setUp = 'git init -q . && git config user.name A && git config user.email a@example.test'
    await run(sandbox, `${setUp} && echo 1 > a && mkdir d && echo 2 > d/b && git add . && git commit -qm one`)
    const forked = await fork()
    for (const of of [sandbox, forked])
      expect(await run(of, 'git status --porcelain; git log --format=%s')).toEqual({
        code: 0,
        out: 'one\n',
        err: '',
      })
    await run(forked, 'git checkout -qb other && echo 3 >> d/b && git commit -qam two')
    expect((await run(forked, 'git log --format=%s')).out).toBe('two\none\n')
    expect((await run(sandbox, 'git log --format=%s; git branch -a; git status --porcelain')).out).toBe(
      'one\n* master\n',
    )
    await run(sandbox, 'echo 4 > a && git commit -qam three')
    expect((await run(forked, 'git log --all --format=%s | sort; git status --porcelain')).out).toBe(
      'one\ntwo\n',
    )
  })

  it('has ports of its own: two listen at one number, and neither is reached from elsewhere', async () => {
    const { sandbox } = context()
    await value(sandbox.writeFile({ path: 'serve.cjs', data: bytes(SERVER) }))
    const [one, two] = [await fork('one'), await fork('two')]
    const ports = new Map<Sandbox, readonly number[]>()
    const serve = async (of: Sandbox, name: string) => {
      of.subscribe((event: SandboxEvent) => event.type === 'ports_changed' && ports.set(of, event.ports))
      const serving = of.exec({ id: 'serve', command: `node serve.cjs ${name}` })
      await expect.poll(() => ports.get(of)).toEqual([3000])
      return async () => {
        await value(of.kill('serve', 'SIGKILL'))
        await serving
      }
    }
    const end = await serve(sandbox, 'sandbox')
    expect((await run(one, 'curl -s http://localhost:3000/')).code).not.toBe(0)
    await serve(one, 'one')
    await serve(two, 'two')
    const ask = async (of: Sandbox) => (await run(of, 'curl -s http://localhost:3000/')).out
    expect([await ask(sandbox), await ask(one), await ask(two)]).toEqual(['sandbox', 'one', 'two'])
    await end()
    expect((await run(sandbox, 'curl -s http://localhost:3000/')).code).not.toBe(0)
    expect(await ask(one)).toBe('one')
  })

  it('ends a program that never pauses, and starts the next as before', async () => {
    const { sandbox } = context()
    const forked = await fork()
    let hasBegun = false
    const its = forked.exec({ id: 'busy', command: 'node -e "console.log(1);for(;;);"' }, () => {
      hasBegun = true
    })
    await expect.poll(() => hasBegun).toBe(true)
    await forked.dispose()
    // Killed, or not answered where the port has gone first.
    const ended = await its
    expect(ended.ok ? ended.value.signal : ended.error.kind).toBeOneOf(['SIGKILL', 'disposed'])
    expect((await run(sandbox, 'node -p 6*7')).out).toBe('42\n')
    const next = await value(sandbox.fork({ id: 'next' }))
    expect((await run(next, 'node -p 6*7; ps | grep -c busy')).out).toBe('42\n0\n')
  })

  it('lets nothing out without a gate, and asks one of its own by its id', async () => {
    const { sandbox } = context()
    const asked: EgressRequest[] = []
    const egress = gateThatNotes(asked)
    const [shut, open, other] = [
      await fork('shut'),
      await value(sandbox.fork({ id: 'open', egress })),
      await value(sandbox.fork({ id: 'other', egress })),
    ]
    const command = 'curl -s http://service.test/x'
    expect((await run(shut, command)).code).not.toBe(0)
    expect(asked).toEqual([])
    expect((await run(open, command)).out).toBe('let through')
    expect((await run(other, command)).out).toBe('let through')
    const node = `node -e "fetch('http://service.test/y').then((r) => r.text()).then(console.log)"`
    expect((await run(open, node)).out).toBe('let through\n')
    const initiators = asked.map(({ initiator }) => initiator)
    expect(initiators.map(({ fork: of, execId }) => [of, execId])).toEqual([
      ['open', 'run'],
      ['other', 'run'],
      ['open', 'run'],
    ])
    expect(new Set(initiators.map(({ operation }) => operation)).size).toBe(3)
    const [first, second] = initiators.map((initiator) => initiator.run)
    expect(first).not.toBe(second)
    // A fork of a fork gets none by itself.
    const inner = await value(open.fork({ id: 'inner' }))
    expect((await run(inner, command)).code).not.toBe(0)
    expect(asked).toHaveLength(3)
  })

  it('keeps a command that only looks from changing its files', async () => {
    const forked = await fork()
    expect((await run(forked, 'echo x > new', { readOnly: true })).err).toMatch(/read-only file system/i)
    expect((await run(forked, 'echo x > new')).code).toBe(0)
  })

  it('has shells and terminals of its own', async () => {
    const { sandbox } = context()
    await value(sandbox.openShell({ id: 'sh', terminal: { columns: 80, rows: 24 } }))
    await value(sandbox.exec({ id: 'line', command: 'NAME=sandbox', shell: 'sh' }))
    const forked = await fork()
    expect(await kindOf(forked.exec({ id: 'line', command: 'true', shell: 'sh' }))).toBe('not_found')
    await value(forked.openShell({ id: 'sh', terminal: { columns: 100, rows: 30 } }))
    const line = async (of: Sandbox, command: string) =>
      text((await value(of.exec({ id: 'line', command, shell: 'sh' }))).stdout).replaceAll('\r\n', '\n')
    expect(await line(forked, 'echo "<$NAME>"; node -e "console.log(String(process.stdout.columns))"')).toBe(
      '<>\n100\n',
    )
    expect(await line(sandbox, 'echo "<$NAME>"; node -e "console.log(String(process.stdout.columns))"')).toBe(
      '<sandbox>\n80\n',
    )
    await value(forked.closeShell('sh'))
    expect(await line(sandbox, 'echo on')).toBe('on\n')
  })

  it('is of one moment, while a program writes in the sandbox', async () => {
    const { sandbox } = context()
    await value(sandbox.writeFile({ path: 'write.cjs', data: bytes(WRITER) }))
    const writing = sandbox.exec({ id: 'write', command: 'node write.cjs' })
    const size = async () => {
      const stat = await sandbox.stat('written')
      return stat.ok ? stat.value.size : 0
    }
    await expect.poll(size).toBe(20_000)
    const seen = new Set<string>()
    for (let at = 0; at < 10; at += 1) {
      const forked = await fork(`fork ${at}`)
      const content = async () => text(await value(forked.readFile('written')))
      const first = await content()
      expect([first.length, new Set(first).size]).toEqual([20_000, 1])
      expect(await value(forked.list('names'))).toHaveLength(1)
      seen.add(first)
      await expect.poll(async () => text(await value(sandbox.readFile('written'))) !== first).toBe(true)
      expect(await content()).toBe(first)
      await forked.dispose()
    }
    expect(seen.size).toBeGreaterThan(1)
    await value(sandbox.kill('write', 'SIGKILL'))
    await writing
  })

  it('gives each command the chance that it is told, whatever runs elsewhere', async () => {
    const { sandbox } = context()
    const forked = await fork()
    const command = 'node -p "Math.random()"; node -p "Math.random()"'
    const drawn = async (of: Sandbox, seed: number) =>
      (await run(of, command, { moment: { seed, at: 5_000, clocks: [] } })).out
    const alone = [await drawn(sandbox, 1), await drawn(sandbox, 2)]
    expect(await Promise.all([drawn(sandbox, 1), drawn(forked, 2)])).toEqual(alone)
    expect(alone[0]).not.toBe(alone[1])
  })
}

/** Copies of withheld files: of back ends that tell which a command has opened. */
export function forkOpenedTests(context: () => ContractContext): void {
  it('knows copies of withheld files that were made before it, and those of its own', async () => {
    const { sandbox } = context()
    await value(sandbox.writeFile({ path: '.env', data: bytes('PIN=4711\n') }))
    await value(sandbox.makeDirectory('deep/er'))
    await run(sandbox, 'cp .env deep/er/copy')
    await run(sandbox, 'cat .env > printed; mv printed deep/moved')
    await run(sandbox, 'ln deep/moved deep/linked')
    await run(sandbox, 'echo plain > plain', { id: 'plain' })
    const forked = await value(sandbox.fork({ id: 'fork' }))
    const inner = await value(forked.fork({ id: 'inner' }))
    for (const of of [forked, inner]) {
      await run(of, 'mv deep/er/copy away; mv deep other', { id: 'moving' })
      for (const [at, path] of ['away', 'other/moved', 'other/linked', '.env'].entries()) {
        await value(of.exec({ id: `reads ${at}`, command: `cat ${path}` }))
        const opened = await value(of.openedFiles(`reads ${at}`))
        expect({ path, opened }).toEqual({ path, opened: [{ path: '/workspace/.env', byServer: false }] })
        expect((await value(of.stat(path))).withheld).toBe('/workspace/.env')
      }
      await value(of.exec({ id: 'reads plain', command: 'cat plain' }))
      expect(await value(of.openedFiles('reads plain'))).toEqual([])
    }
    await run(forked, 'cp .env mine')
    await value(forked.exec({ id: 'reads mine', command: 'cat mine' }))
    expect(await value(forked.openedFiles('reads mine'))).toHaveLength(1)
    // Commands of the sandbox are none of the fork's.
    expect(await value(forked.openedFiles('plain'))).toEqual([])
  })
}

/** Results: of back ends that show them. */
export function forkResultsTests(context: () => ContractContext): void {
  it('shows the results that were there, until it is given its own', async () => {
    const { sandbox, blobs } = context()
    const stored = async (name: string, content: string) => {
      const data = bytes(content)
      const hash = await sha256(data)
      await value(blobs.put([{ hash, data }]))
      return { name, hash, size: data.length }
    }
    const [one, two] = [await stored('one.txt', 'first needle\n'), await stored('two.txt', 'second\n')]
    await value(sandbox.showResults([one, two]))
    await run(sandbox, 'cat /results/two.txt')
    const forked = await value(sandbox.fork({ id: 'fork' }))
    const searched = await value(
      forked.grep({ id: 'search', pattern: 'needle', path: '/results', mode: 'files' }),
    )
    expect(searched.files).toEqual([{ path: '/results/one.txt', matches: 1 }])
    expect((await run(forked, 'cat /results/*; rm /results/one.txt')).out).toBe('first needle\nsecond\n')
    await value(sandbox.showResults([]))
    expect((await run(forked, 'ls /results')).out).toBe('one.txt\ntwo.txt\n')
    await value(forked.showResults([two]))
    expect((await run(forked, 'ls /results')).out).toBe('two.txt\n')
    const inner = await value(forked.fork({ id: 'inner' }))
    expect((await run(inner, 'cat /results/*')).out).toBe('second\n')
    expect(await value(sandbox.list('/results'))).toEqual([])
  })
}

function gateThatNotes(asked: EgressRequest[]): Egress {
  return {
    request: (request) => {
      asked.push(request)
      const body = new Response('let through').body ?? new ReadableStream<Uint8Array<ArrayBuffer>>()
      const { url } = request
      return Promise.resolve({
        type: 'response',
        status: 200,
        statusText: 'OK',
        headers: [['content-type', 'text/plain']],
        url,
        unsent: [],
        body,
      })
    },
  }
}
