import { describe, expect, test } from 'vitest'
import type { Program } from '../../testing/program.ts'
import { runShell, type RunOptions } from '../../testing/run-shell.ts'
import { NPM_VERSION } from './npm-words.ts'

const node: Program = async (io) => {
  io.out(`node ${io.argv.slice(1).join(' ')} in ${io.cwd}\n`)
  return Number(io.env['CODE'] ?? 0)
}
/** Prints the variables that npm sets. */
const showenv: Program = async (io) => {
  const names = Object.keys(io.env).filter((name) => /^(npm_|INIT_CWD$|NODE$|PATH$)/.test(name))
  for (const name of names.sort()) io.out(`${name}=${io.env[name] ?? ''}\n`)
  return 0
}

const PACKAGE = {
  name: 'pkg',
  version: '1.0.0',
  config: { port: '8080' },
  scripts: {
    pretest: 'echo pre',
    test: 'node test.js',
    posttest: 'echo post',
    build: 'echo "building $0"; tool',
    fails: 'exit 3',
    prefails2: 'exit 4',
    fails2: 'echo not',
    vars: 'showenv',
    nested: 'npm run build -- x',
  },
}

function run(script: string, options: RunOptions = {}): ReturnType<typeof runShell> {
  return runShell(script, {
    ...options,
    programs: { node, showenv, tool: node },
    files: {
      '/workspace/package.json': JSON.stringify(PACKAGE),
      '/workspace/node_modules/.bin/tool': '#!/usr/bin/env node\n',
      '/workspace/src/deep/file': '',
      ...options.files,
    },
  })
}

describe('npm run', () => {
  test('prints what it runs, and runs pre, script and post from the package root', async () => {
    const { stdout, end } = await run('cd src/deep && npm test -- --grep "a b"')
    expect(stdout).toBe(
      '\n> pkg@1.0.0 pretest\n> echo pre\n\npre\n' +
        '\n> pkg@1.0.0 test\n> node test.js --grep a b\n\nnode test.js --grep a b in /workspace\n' +
        '\n> pkg@1.0.0 posttest\n> echo post\n\npost\n',
    )
    expect(end.status.code).toBe(0)
  })

  test("ends with the script's code, and a failing pre stops the rest", async () => {
    const { stdout, end } = await run('npm run -s fails; echo $?; npm run --silent fails2')
    expect([stdout, end.status.code]).toEqual(['3\n', 4])
    expect((await run('CODE=7 npm test >/dev/null')).end.status.code).toBe(7)
  })

  test('finds programs of installed packages', async () => {
    const { stdout } = await run('npm run build -s')
    expect(stdout).toBe('building sh\nnode  in /workspace\n')
  })

  test("sets npm's variables", async () => {
    const { stdout } = await run('cd src; npm run vars -s')
    expect(stdout.split('\n').slice(0, -1)).toEqual([
      'INIT_CWD=/workspace/src',
      'NODE=/usr/local/bin/node',
      'PATH=/workspace/node_modules/.bin:/node_modules/.bin:/usr/local/bin:/usr/bin:/bin',
      'npm_command=run',
      'npm_config_local_prefix=/workspace',
      `npm_config_user_agent=npm/${NPM_VERSION} node/v22.23.3 linux x64 workspaces/false`,
      'npm_execpath=/usr/bin/npm',
      'npm_lifecycle_event=vars',
      'npm_lifecycle_script=showenv',
      'npm_node_execpath=/usr/local/bin/node',
      'npm_package_config_port=8080',
      'npm_package_json=/workspace/package.json',
      'npm_package_name=pkg',
      'npm_package_version=1.0.0',
    ])
  })

  test('lists the scripts', async () => {
    const { stdout } = await run('npm run', {
      files: {
        '/workspace/package.json': '{"name":"p","version":"1.2.3","scripts":{"test":"t","build":"b"}}',
      },
    })
    expect(stdout).toBe(
      'Lifecycle scripts included in p@1.2.3:\n  test\n    t\navailable via `npm run`:\n  build\n    b\n',
    )
  })

  test('says what is wrong', async () => {
    const missing = await run('npm run nope')
    expect([missing.stderr, missing.end.status.code]).toEqual([
      'npm error Missing script: "nope"\nnpm error\nnpm error To see a list of scripts, run:\nnpm error   npm run\n',
      1,
    ])
    expect((await run('npm run nope --if-present')).end.status.code).toBe(0)
    const none = await run('cd /tmp; npm test')
    expect([none.stderr, none.end.status.code]).toEqual([
      'npm error code ENOENT\nnpm error syscall open\nnpm error path /tmp/package.json\nnpm error enoent Could not read package.json: there is none in /tmp or above it\n',
      254,
    ])
    const broken = await run('npm test', { files: { '/workspace/package.json': '{' } })
    expect(broken.stderr).toMatch(/^npm error code EJSONPARSE\nnpm error path \/workspace\/package.json\n/)
  })

  test('streams in a script of a script, and is kept whole in a substitution', async () => {
    const { written } = await run('out=$(npm run nested -s); echo "[$out]" >&2; npm run nested -s')
    expect(written).toEqual([
      [2, '[\n> pkg@1.0.0 build\n> echo "building $0"; tool x\n\nbuilding sh\nnode x in /workspace]\n'],
      [1, '\n> pkg@1.0.0 build\n> echo "building $0"; tool x\n\nbuilding sh\nnode x in /workspace\n'],
    ])
  })

  test('start falls back to server.js', async () => {
    const { stdout } = await run('npm start', { files: { '/workspace/server.js': '' } })
    expect(stdout).toBe('\n> pkg@1.0.0 start\n> node server.js\n\nnode server.js in /workspace\n')
  })

  test('tells its version', async () => {
    expect((await run('npm --version; npm -v; npx --version')).stdout).toBe(`${NPM_VERSION}\n`.repeat(3))
  })
})

describe('npx', () => {
  test('runs an installed program, from anywhere below the package', async () => {
    const { stdout } = await run('cd src/deep; npx --yes tool@1.0 "a b"; npm exec tool -- c; npx -c "tool d"')
    expect(stdout).toBe(
      'node a b in /workspace/src/deep\nnode c in /workspace/src/deep\nnode d in /workspace/src/deep\n',
    )
  })

  test("leaves the rest to npm's own client, which it puts where Node has it", async () => {
    const script =
      'npx cowsay hi; CODE=7 npm install -D lodash; echo $?; npm run x -w a; cat $FOLDER/npmrc | head -1'
    const folder = '/usr/lib/node_modules/npm'
    const { stdout, stderr } = await run(script, { env: { FOLDER: folder } })
    expect([stdout, stderr]).toEqual([
      [
        `node ${folder}/bin/npx-cli.js cowsay hi in /workspace`,
        `node ${folder}/bin/npm-cli.js install -D lodash in /workspace`,
        '7',
        `node ${folder}/bin/npm-cli.js run x -w a in /workspace`,
        'cpu=wasm32',
        '',
      ].join('\n'),
      '',
    ])
  })
})
