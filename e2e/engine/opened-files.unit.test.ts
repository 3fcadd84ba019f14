/**
 * The output of commands that have opened a file with secrets, from the product's own shell through the real tools to the model: asked
 * for, masked or withheld, by who opened it and by what the user has said.
 */
import { describe, expect, it } from 'vitest'
import type { EventBody } from '../../src/agent/protocol/events.ts'
import { Redactor } from '../../src/agent/redact/redactor.ts'
import { NO_FACTS } from '../../src/agent/session/log/facts.ts'
import { WithheldOutput } from '../../src/agent/session/secrets/withheld-output.ts'
import { WorkspaceSecrets } from '../../src/agent/session/secrets/workspace-secrets.ts'
import { BUILT_IN_TOOLS } from '../../src/agent/tools/profiles/built-in.ts'
import { bench, call, resultsOf, run, textOf } from '../../src/agent/tools/testing/test-bench.ts'
import type { PermissionAnswer } from '../../src/agent/protocol/permission-requests.ts'
import type { PermissionState } from '../../src/agent/permission/contract.ts'
import type { Sandbox } from '../../src/sandbox/contract/contract.ts'
import { fail, ok } from '../../src/sandbox/contract/errors.ts'
import { MemoryBlobStore } from '../../src/sandbox/memory/blob-store.ts'
import { createMemorySandbox } from '../../src/sandbox/memory/memory-sandbox.ts'
import { NO_EGRESS } from '../../src/sandbox/contract/egress.ts'
import { withShell } from '../injection/shell-sandbox.ts'

const READS = 'for f in .e*; do cat "$f"; done'
const PACKAGE = JSON.stringify({
  scripts: {
    show: 'cat .e*; cat .e* | base64; cat .e* | rev',
    spell: 'for f in .e*; do sed "s/./& /g" "$f"; done',
  },
})

interface Setting {
  readonly files?: Readonly<Record<string, string>>
  readonly permission?: Partial<PermissionState>
  readonly answers?: readonly PermissionAnswer[]
  readonly sandbox?: (sandbox: Sandbox) => Sandbox
}

async function place({ files = {}, permission = {}, answers = [], sandbox: changed = (s) => s }: Setting) {
  const sandbox = changed(withShell(createMemorySandbox({ blobStore: new MemoryBlobStore() }), NO_EGRESS))
  const write = (path: string, content: string) =>
    sandbox.writeFile({ path: `/workspace/${path}`, data: new TextEncoder().encode(content) })
  for (const [path, content] of Object.entries({
    '.env': 'PIN=4711\nA=abc\n',
    'package.json': PACKAGE,
    ...files,
  }))
    await write(path, content)
  const redactor = new Redactor()
  let ids = 0
  const secrets = new WorkspaceSecrets({ redactor, newId: () => `s${++ids}` })
  const left = [...answers]
  const events: EventBody[] = []
  const made = bench({
    tools: BUILT_IN_TOOLS,
    sandbox,
    permission: {
      mode: 'default',
      allowBypass: false,
      sandboxAutoAllow: true,
      contained: true,
      ...permission,
    },
    context: {
      clean: (text) => redactor.redact(text),
      learnSecrets: () => secrets.learnWhen('now', sandbox, { facts: NO_FACTS }),
      withheld: new WithheldOutput(secrets),
      ask: (request) => {
        made.asked.push(request)
        return Promise.resolve(left.shift() ?? { behavior: 'deny' })
      },
    },
  })
  const use = async (command: string) => {
    const told = await run([call('Bash', { command }, `u${++ids}`)], made.context)
    events.push(...told)
    return textOf(resultsOf(told)[0])
  }
  const live = () => events.flatMap((event) => (event.type === 'tool_output' ? [event.text] : [])).join('')
  return { use, write, live, asked: made.asked, events }
}

const YES: PermissionAnswer = { behavior: 'allow', scope: 'once' }

describe('a command that has opened a file with secrets', () => {
  it('is asked for with the name of the file, and withheld when the user says no', async () => {
    const { use, asked, live, events } = await place({})
    const text = await use(READS)
    expect(asked).toMatchObject([
      { about: 'output', reason: expect.stringContaining('has opened .env'), suggestedRule: '' },
    ])
    expect(text).toMatch(/withheld: the command has opened \.env.*exit code 0/)
    expect(text + live()).not.toMatch(/4711|abc/)
    expect(live()).toContain('held back')
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'permission_decided', about: 'output', behavior: 'deny' }),
    )
  })

  it('is shown when the user says yes, and asked for again when the file has changed', async () => {
    const { use, asked, write } = await place({ answers: [YES] })
    expect(await use(READS)).toContain('PIN=4711')
    expect(await use(READS)).toContain('PIN=4711')
    expect(asked).toHaveLength(1)
    await write('.env', 'PIN=0815\n')
    expect(await use(READS)).not.toContain('0815')
    expect(asked).toHaveLength(2)
  })

  it('is not asked for twice where the line names the file', async () => {
    const { use, asked } = await place({ answers: [YES, YES] })
    expect(await use('cat .env')).toContain('PIN=4711')
    expect(await use('cat .e*')).toContain('PIN=4711')
    expect(asked.map((request) => (request as { about?: string }).about)).toEqual([undefined, undefined])
  })

  it.each(['dontAsk', 'bypassPermissions', 'plan'] as const)(
    'is withheld where nobody is asked: %s',
    async (mode) => {
      const { use } = await place({ permission: { mode, allowBypass: true, canAsk: mode !== 'plan' } })
      expect(await use(READS)).not.toContain('4711')
    },
  )

  it('is asked for whatever its output is put through', async () => {
    const { use } = await place({})
    for (const last of ['tr 1-9 a-i', 'tr a-z b-za', 'xxd', 'od -c', 'gzip | base64', 'sed "s/./& /g"'])
      expect({ last, text: await use(`for f in .e*; do cat "$f"; done | ${last}`) }).toEqual({
        last,
        text: expect.stringContaining('is withheld'),
      })
  })

  it('is not asked for where it prints nothing, or names only', async () => {
    const { use, asked } = await place({})
    await use('for f in .e*; do wc -c < "$f" > /dev/null; done')
    await use('cp -r . /tmp/copy && ls -la')
    expect(asked).toEqual([])
    // The copy is still that file.
    expect(await use('cat /tmp/copy/.e*')).not.toContain('4711')
  })
})

describe('a script of the project', () => {
  it('is not asked for: values are masked in what it prints, and lines with short ones withheld', async () => {
    const { use, asked, live } = await place({ files: { '.env': 'PIN=4711\nNAME=ada-l\nS=x7\nPORT=3000\n' } })
    const text = await use('npm run show 2>&1 | cat')
    expect(asked).toEqual([])
    expect(text).toContain('PIN=[REDACTED]\nNAME=[REDACTED]\n[line withheld]\nPORT=3000')
    for (const said of [text, live()]) {
      expect(said).not.toMatch(/4711|1174|ada-l|l-ada|x7/)
      expect(Buffer.from(said.replaceAll(/\s/g, ''), 'base64').toString()).not.toMatch(/4711|ada-l/)
    }
  })

  it('is asked for with other commands beside it, and where not all values are known', async () => {
    const { use, asked } = await place({})
    expect(await use(`npm run show; ${READS}`)).toContain('is withheld')
    const large = await place({ files: { '.env': `A=${'x'.repeat(70_000)}\nPIN=4711\n` } })
    expect(await large.use('npm run show')).toContain('is withheld')
    expect([asked.length, large.asked.length]).toEqual([1, 1])
  })

  it('may still spell a secret out, which the threat model names', async () => {
    const { use } = await place({})
    expect(await use('npm run spell')).toContain('4 7 1 1')
  })
})

describe('a back end that does not tell what was opened', () => {
  it('counts as having opened all such files below the working folder', async () => {
    const { use, asked } = await place({
      sandbox: (sandbox) => ({
        ...sandbox,
        describe: async () => {
          const description = await sandbox.describe()
          return { ...description, reportsOpened: false }
        },
        openedFiles: async () => fail('unsupported', 'not told'),
      }),
    })
    expect(await use('sort package.json')).toContain('is withheld')
    expect(asked).toHaveLength(1)
    // These print nothing of any file.
    expect(await use('echo hello there; ls')).toContain('hello there')
    expect(await use('npm run show')).not.toContain('4711')
    expect(asked).toHaveLength(1)
  })

  it('asks for nothing where there is no such file', async () => {
    const { use, asked } = await place({
      files: { '.env': '' },
      sandbox: (sandbox) => ({
        ...sandbox,
        openedFiles: async () => fail('unsupported', 'not told'),
        glob: async () => ok({ paths: [], total: 0 }),
      }),
    })
    expect(await use('echo hello there')).toContain('hello there')
    expect(asked).toEqual([])
  })
})
