import { expect, it } from 'vitest'
import type { SandboxEvent } from '../contract.ts'
import { bytes, kindOf, text, treeOf, value, type ContractContext } from './contract-test-support.ts'

const SIZE = { columns: 100, rows: 30 }

/** Shells that stay, at a terminal, and what listens: of back ends that have them, which all have Node. */
export function shellTests(context: () => ContractContext): void {
  /** A shell called `sh`, and how a line in it ends. A terminal's lines end as they may. */
  async function open(cwd?: string) {
    const { sandbox } = context()
    await value(sandbox.openShell({ id: 'sh', terminal: SIZE, ...(cwd === undefined ? {} : { cwd }) }))
    let lines = 0
    const run = async (command: string, onText: (said: string) => void = () => undefined) => {
      lines += 1
      let said = ''
      const ran = sandbox.exec({ id: `line-${lines}`, command, shell: 'sh' }, ({ data }) => {
        said += text(data)
        onText(said)
      })
      const { stdout, exitCode, cwd: at, signal, timedOut } = await value(ran)
      return { out: text(stdout).replaceAll('\r\n', '\n'), exitCode, cwd: at, signal, timedOut }
    }
    const type = (typed: string) => sandbox.writeShell('sh', { type: 'bytes', data: bytes(typed) })
    return { sandbox, run, type }
  }

  it('keeps its directory and its variables from line to line, and says how each has ended', async () => {
    const { sandbox, run } = await open()
    await value(sandbox.makeDirectory('sub/dir'))
    expect(await run('echo "hello  world"')).toMatchObject({ out: 'hello  world\n', exitCode: 0 })
    expect(await run('cd sub/dir')).toMatchObject({ out: '', exitCode: 0, cwd: '/workspace/sub/dir' })
    await run('export NAME=Ada; echo here > made')
    expect(await run('echo "<$NAME>"; cat made')).toMatchObject({
      out: '<Ada>\nhere\n',
      exitCode: 0,
      cwd: '/workspace/sub/dir',
    })
    expect((await run('no-such-command-here')).exitCode).toBe(127)
    expect((await run('cat none')).exitCode).toBe(1)
    expect(await treeOf(sandbox)).toMatchObject({ 'sub/dir/made': '644 686572650a' })
  })

  it('begins where it is told, and nowhere else', async () => {
    const { sandbox } = context()
    await value(sandbox.makeDirectory('it’s a dir'))
    await value(sandbox.writeFile({ path: 'file', data: bytes('') }))
    expect(await kindOf(sandbox.openShell({ id: 'x', terminal: SIZE, cwd: 'nowhere' }))).toBe('not_found')
    expect(await kindOf(sandbox.openShell({ id: 'x', terminal: SIZE, cwd: 'file' }))).toBe('not_directory')
    const { run } = await open('it’s a dir')
    expect(await run('echo in > here')).toMatchObject({ exitCode: 0, cwd: '/workspace/it’s a dir' })
    expect(await treeOf(sandbox)).toMatchObject({ 'it’s a dir/here': '644 696e0a' })
    expect(await kindOf(sandbox.openShell({ id: 'sh', terminal: SIZE }))).toBe('exists')
    expect(await kindOf(sandbox.exec({ id: 'sh', command: 'true' }))).toBe('exists')
  })

  it('gives what is typed to the program that runs, and takes nothing while none does', async () => {
    const { sandbox, run, type } = await open()
    expect(await kindOf(type('early\n'))).toBe('not_permitted')
    expect(await kindOf(sandbox.writeShell('other', { type: 'end' }))).toBe('not_found')
    let isTyped = false
    const read = await run('echo ready; cat > typed', (said) => {
      if (!said.includes('ready') || isTyped) return
      isTyped = true
      void type('Ada\n').then(() => sandbox.writeShell('sh', { type: 'end' }))
    })
    expect(read.exitCode).toBe(0)
    expect(await treeOf(sandbox)).toMatchObject({ typed: '644 4164610a' })
    expect(await kindOf(type('late\n'))).toBe('not_permitted')
  })

  it('shows its programs a terminal of its size, also when that changes', async () => {
    const { sandbox, run } = await open()
    const code = `const { columns, rows } = process.stdout
      console.log([process.stdin.isTTY, process.stdout.isTTY, columns, rows].join(' '))`
    await value(sandbox.writeFile({ path: 'tty.cjs', data: bytes(code) }))
    expect((await run('node tty.cjs')).out).toBe('true true 100 30\n')
    await value(sandbox.writeShell('sh', { type: 'size', columns: 60, rows: 20 }))
    expect((await run('node tty.cjs')).out).toBe('true true 60 20\n')
  })

  it('stops a line and goes on with the next', async () => {
    const { sandbox, run } = await open()
    // With each piece: an interrupt that comes too late is not the next line's.
    const stopped = await run('echo up; sleep 60', (said) => {
      if (said.includes('up')) void sandbox.kill('line-1', 'SIGINT')
    })
    expect([stopped.exitCode, stopped.signal, stopped.timedOut]).toEqual([130, 'SIGINT', false])
    expect(await kindOf(sandbox.kill('line-1', 'SIGINT'))).toBe('not_found')
    expect(await run('echo next')).toMatchObject({ out: 'next\n', exitCode: 0 })
    expect((await value(sandbox.processes())).map(({ execId }) => execId)).toEqual(['sh'])
  })

  it('runs lines one after the other, and keeps what they said last', async () => {
    const { sandbox, run } = await open()
    const [first, second] = await Promise.all([run('sleep 0.3; echo one'), run('echo two')])
    expect([first.out, second.out]).toEqual(['one\n', 'two\n'])
    const tail = text((await value(sandbox.outputTail('sh'))).data)
    expect(tail.indexOf('one')).toBeLessThan(tail.indexOf('two'))
  })

  it('is gone with its last line, or when it is closed', async () => {
    const { sandbox, run, type } = await open()
    expect((await run('exit 3')).exitCode).toBe(3)
    expect(await kindOf(type(''))).toBe('not_found')
    expect(await kindOf(sandbox.exec({ id: 'l', command: 'true', shell: 'sh' }))).toBe('not_found')
    const again = await open()
    const cut = again.run('echo up; sleep 60', (said) => {
      if (said.includes('up')) void sandbox.closeShell('sh')
    })
    expect((await cut).exitCode).not.toBe(0)
    expect(await kindOf(sandbox.closeShell('sh'))).toBe('not_found')
    await expect.poll(async () => value(sandbox.processes())).toEqual([])
  })

  it('tells which ports are open, and when they are closed again', async () => {
    const { sandbox } = context()
    const ports: (readonly number[])[] = []
    sandbox.subscribe((event: SandboxEvent) => event.type === 'ports_changed' && ports.push(event.ports))
    const code = `const http = require('node:http')
      const answer = (_, response) => response.end('served')
      http.createServer(answer).listen(4321, () => http.createServer(answer).listen(3210))`
    await value(sandbox.writeFile({ path: 'serve.cjs', data: bytes(code) }))
    const serving = sandbox.exec({ id: 'serve', command: 'node serve.cjs' })
    await expect.poll(() => ports).toEqual([[4321], [3210, 4321]])
    await value(sandbox.kill('serve', 'SIGTERM'))
    expect((await value(serving)).exitCode).toBe(143)
    await expect.poll(() => ports.at(-1)).toEqual([])
  })
}
