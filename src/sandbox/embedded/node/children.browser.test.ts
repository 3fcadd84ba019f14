import { describe, expect, it } from 'vitest'
import { runProgram } from './testing/run-program.ts'

const run = (command: string, files: Readonly<Record<string, string>>) => runProgram({ command, files })

describe('child processes', () => {
  it('run to their end while the caller waits, with input, output and status', async () => {
    const files = {
      'a.js': `
        const { execSync, spawnSync, execFileSync } = require('child_process')
        console.log(execSync('echo one; echo two >&2', { stdio: 'pipe' }).toString())
        const { status, signal, stdout, stderr } = spawnSync('node', ['-e', 'process.stdin.on("data", (d) => console.error(String(d).toUpperCase())).on("end", () => process.exit(4))'], { input: 'in', encoding: 'utf8' })
        console.log({ status, signal, stdout, stderr })
        console.log(execFileSync('node', ['-p', 'process.env.X + process.cwd()'], { env: { X: 'x' }, cwd: '/tmp', encoding: 'utf8' }))
        try { execSync('exit 3', { stdio: 'pipe' }) } catch (e) { console.log(e.status, e.message) }
        console.log(spawnSync('no-such-program').error.code)`,
    }
    expect(await run('node a.js', files)).toEqual({
      out: `one\n\n{ status: 4, signal: null, stdout: '', stderr: 'IN\\n' }\nx/tmp\n\n3 Command failed: exit 3\nENOENT\n`,
      err: '',
      exitCode: 0,
    })
  })

  it('take the place of the process that asks for it', async () => {
    const files = {
      'a.js': `
        process.on('exit', () => console.log('not reached'))
        process.execve('/workspace/b', ['b', 'one'], { ...process.env, X: 'a=b' })`,
      b: `#!/usr/bin/env node\nconsole.log(process.argv[2], process.env.X); process.exitCode = 7`,
    }
    const { out, err, exitCode } = await run('chmod +x b; node a.js', files)
    expect([out, err, exitCode]).toEqual(['one a=b\n', '', 7])
  })

  it('run beside their parent, with streams, and can be killed', async () => {
    const files = {
      'echo.js': 'process.stdin.pipe(process.stdout)',
      'a.js': `
        const { spawn, exec } = require('child_process')
        const { once } = require('events')
        const main = async () => {
          const echo = spawn('node', ['echo.js'])
          let text = ''
          echo.stdout.setEncoding('utf8').on('data', (d) => { text += d })
          echo.stdin.write('ab'); echo.stdin.end('cd')
          console.log(await once(echo, 'close'), text)
          const idle = spawn(process.execPath, ['-e', 'console.log("up"); setInterval(() => {}, 1000)'])
          await once(idle.stdout, 'data'); idle.kill()
          console.log(await once(idle, 'exit'))
          exec('echo out; exit 2', (error, stdout) => console.log(error.code, stdout.trim()))
          spawn('no-such-program').on('error', (e) => console.log(e.message))
        }
        main()`,
    }
    const { out, err, exitCode } = await run('node a.js', files)
    expect({ lines: out.trimEnd().split('\n').sort(), err, exitCode }).toEqual({
      lines: ['2 out', '[ 0, null ] abcd', `[ null, 'SIGTERM' ]`, 'spawn no-such-program ENOENT'],
      err: '',
      exitCode: 0,
    })
  })

  it('are looked for without being signalled', async () => {
    const files = {
      'a.js': `
        const child = require('child_process').spawn('node', ['-e', 'console.log("up"); setInterval(() => {}, 1000)'])
        const isThere = () => { try { return process.kill(child.pid, 0) } catch (e) { return e.code } }
        child.stdout.once('data', () => {
          console.log(isThere(), process.kill(process.pid, 0))
          setTimeout(() => child.kill('SIGTERM'), 200)
        })
        child.on('exit', (code, signal) => console.log(code, signal, isThere()))`,
    }
    expect(await run('node a.js', files)).toEqual({
      out: `true true\nnull SIGTERM ESRCH\n`,
      err: '',
      exitCode: 0,
    })
  })

  it('get signals that they handle', async () => {
    const files = {
      'child.js': `process.on('SIGINT', () => { console.log('got it'); process.exit(5) }); console.log('ready'); setInterval(() => {}, 1000)`,
      'a.js': `
        const child = require('child_process').spawn('node', ['child.js'])
        child.stdout.on('data', (d) => { console.log(String(d).trim()); if (String(d).includes('ready')) child.kill('SIGINT') })
        child.on('close', (code, signal) => console.log(code, signal))`,
    }
    expect(await run('node a.js', files)).toEqual({ out: 'ready\ngot it\n5 null\n', err: '', exitCode: 0 })
  })
})

describe('node --test', () => {
  const files = {
    'a.test.js': `const test = require('node:test'); const assert = require('assert'); test('adds', () => assert.equal(1 + 1, 2)); test('fails', () => assert.strictEqual(1, 2))`,
    'test/b.mjs': `import { describe, it } from 'node:test'; describe('suite', () => { it('waits', async () => { await new Promise((r) => setTimeout(r, 5)) }) })`,
    'plain.test.js': `require('assert')(true)`,
    'src/c.js': `throw new Error('not a test')`,
  }

  it('finds and runs test files and ends with 1 when one fails', async () => {
    const { out, exitCode } = await run('node --test', files)
    expect(exitCode).toBe(1)
    expect(out.split('\n').filter((line) => /^\s*(?:not )?ok |^# (?:pass|fail|tests) /.test(line))).toEqual([
      'ok 1 - adds',
      'not ok 2 - fails',
      // Numbered within its file, as native Node prints it.
      'ok 2 - plain.test.js',
      '    ok 1 - waits',
      'ok 4 - suite',
      '# tests 4',
      '# pass 3',
      '# fail 1',
    ])
  })

  it('ends with 0 when all pass, also in one process', async () => {
    expect((await run('node --test test/b.mjs', files)).exitCode).toBe(0)
    expect((await run('node --test --test-isolation=none test/b.mjs', files)).exitCode).toBe(0)
    expect((await run('node test/b.mjs', files)).exitCode).toBe(0)
  })
})

describe('a forked program', () => {
  it.each(['json', 'advanced'])('exchanges messages, serialised as %s', async (serialization) => {
    const files = {
      'main.js': `const child = require('child_process').fork('child.js', { serialization: '${serialization}' })
        child.on('message', (m) => { console.log(m); if (m === 'ready') child.send({ list: [1, 'x'.repeat(300000).length] }) })
        child.on('exit', (code) => console.log('exit', code))`,
      'child.js': `process.on('message', (m) => { process.send({ back: m }); process.disconnect() })
        process.send('ready')`,
    }
    expect(await run('node main.js', files)).toEqual({
      out: 'ready\n{ back: { list: [ 1, 300000 ] } }\nexit 0\n',
      err: '',
      exitCode: 0,
    })
  })

  it('is a group of its own when it is detached, and is ended as one', async () => {
    const files = {
      'main.js': `const child = require('child_process').spawn('sh', ['-c', 'echo up; sleep 60'], { detached: true })
        child.stdout.once('data', () => process.kill(-child.pid, 'SIGKILL'))
        child.on('exit', (code, signal) => console.log(code, signal))`,
    }
    expect(await run('node main.js', files)).toMatchObject({ out: 'null SIGKILL\n', exitCode: 0 })
  })
})
