import { describe, expect, it } from 'vitest'
import { NamedAct } from './act-rule.ts'
import type { PermissionCall } from './contract.ts'
import { fileCall, shellCall } from './test-support.ts'

const speaksOfCall = (rule: string, call: PermissionCall) => new NamedAct(call).isNamedBy(rule)

const bash = (command: string, cwd = '/workspace') => shellCall(command, { cwd })
const file = (tool: 'Edit' | 'Write' | 'Read', path: string, real = path) => fileCall(tool, path, { real })

function other(tool: string, title: string, kind: PermissionCall['kind'] = 'other'): PermissionCall {
  return { tool, title, kind, readOnly: true, destructive: false, paths: [] }
}

describe('a rule of a note speaks of', () => {
  it.each<[string, PermissionCall]>([
    ['Bash', bash('ls')],
    ['bash(npm test*)', bash('npm test')],
    ['Bash(npm test*)', bash('npm test -- --run')],
    ['Bash(npm test*)', bash('cd packages/a && CI=1 npm test')],
    ['Bash(npm test*)', bash('bash -c "npm test"')],
    ['Bash(npm test*)', bash('timeout 60 npm test | tail -5')],
    ['Bash(npm test*)', bash('npm test > $(date).log')],
    ['Bash(git push:*)', bash('git push --force origin main')],
    ['Bash(rm *)', bash('/bin/rm -rf dist')],
    ['Bash(npm test)', bash('npm test')],
    ['Edit(src/**)', file('Edit', '/workspace/src/a.ts')],
    ['Edit(src/**)', file('Write', '/workspace/src/deep/b.ts')],
    ['Edit(SRC/**)', file('Edit', '/workspace/src/a.ts')],
    ['Write(src/**)', file('Write', '/workspace/src/a.ts')],
    ['Edit(*.sql)', file('Edit', '/workspace/db/1.sql')],
    ['Edit(src/**)', file('Edit', '/workspace/link.ts', '/workspace/src/a.ts')],
    ['Edit', file('Write', '/workspace/a')],
    ['Read(docs/*.md)', file('Read', '/workspace/docs/a.md')],
    ['Edit(src/**)', bash('sed -i s/a/b/ src/a.ts')],
    ['Edit(src/**)', bash('echo x > a.ts', '/workspace/src')],
    ['Read(src/**)', bash('cat src/a.ts')],
    ['host:a.example', other('WebFetch', 'https://a.example/x')],
    ['host:a.example', other('WebFetch', 'https://api.a.example:8443/x')],
    ['host:*.a.example', other('WebFetch', 'https://api.a.example/x')],
    ['host:a.example', bash('curl -s https://a.example/x | jq .')],
    ['host:a.example', bash('curl "https://A.EXAMPLE/$id"')],
    ['host:a.example', bash('git clone git@a.example:x/y.git')],
    ['host:a.example', bash('wget a.example/file')],
    ['host:a.example', bash('psql postgres://me:pw@db.a.example:5432/x')],
    ['host:a.example', bash('npm i --registry=https://npm.a.example')],
    ['host:localhost:4000', bash('curl localhost:4000/health')],
    ['WebFetch(domain:a.example)', other('WebFetch', 'https://a.example/')],
    ['WebFetch(domain:a.example)', bash('curl https://a.example')],
    ['WebFetch', other('WebFetch', 'https://a.example/')],
    ['Browser(click)', other('Browser', 'click e12', 'page')],
    ['Task(explore)', other('Task', 'look around')],
  ])('%s: %o', (rule, call) => expect(speaksOfCall(rule, call)).toBe(true))
})

describe('a rule of a note does not speak of', () => {
  it.each<[string, PermissionCall]>([
    ['Bash', file('Edit', '/workspace/a')],
    ['Bash(npm test*)', bash('npm run build')],
    ['Bash(npm test)', bash('npm test -- --run')],
    ['Bash(npm test*)', bash('echo "npm test"')],
    ['Bash(npm test*)', bash("git commit -m 'npm test works'")],
    ['Edit(src/**)', file('Read', '/workspace/src/a.ts')],
    ['Edit(src/**)', file('Edit', '/workspace/test/a.ts')],
    ['Edit(src/**)', file('Edit', '/elsewhere/src/a.ts')],
    ['Edit(src/**)', bash('cat src/a.ts')],
    ['Edit(src/**)', bash('npm test')],
    ['Edit', bash('npm test')],
    ['Write(src/**)', file('Edit', '/workspace/src/a.ts')],
    ['Read(docs/*.md)', file('Edit', '/workspace/docs/a.md')],
    ['host:a.example', other('WebFetch', 'https://ba.example/x')],
    ['host:a.example', other('WebFetch', 'https://b.example/?to=https://a.example/')],
    ['host:a.example', bash('curl https://a.example.org/')],
    ['host:a.example', bash('cat notes/a.example')],
    ['host:a.example:8080', bash('curl https://a.example/')],
    ['host:a.example', file('Edit', '/workspace/a.example')],
    ['Browser(click)', other('Browser', 'type e12', 'page')],
    ['Nothing(x)', bash('npm test')],
    ['', bash('npm test')],
    ['Bash(', file('Edit', '/workspace/a')],
    ['host:', bash('curl https://a.example')],
    ['host:[', bash('curl https://a.example')],
  ])('%s: %o', (rule, call) => expect(speaksOfCall(rule, call)).toBe(false))

  it('anything, however long and hostile it is', () => {
    const long = bash(`${'curl '.repeat(3_000)}${'=://@'.repeat(20_000)}`)
    expect(speaksOfCall('host:a.example', long)).toBe(false)
    expect(speaksOfCall(`Bash(${'*a'.repeat(90)})`, bash('b'.repeat(100_000)))).toBe(false)
  })
})
