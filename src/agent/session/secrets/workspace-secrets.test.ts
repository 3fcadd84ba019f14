/** Values in files with secrets are known before anything can print them. */
import { describe, expect, it } from 'vitest'
import { REDACTED, Redactor } from '../../redact/redactor.ts'
import { workspace } from '../../tools/testing/workspace.ts'
import { NO_FACTS } from '../log/facts.ts'
import { WorkspaceSecrets } from './workspace-secrets.ts'

const VALUE = 'tangerine-submarine'

async function place(files: Record<string, string>) {
  const redactor = new Redactor()
  let id = 0
  const secrets = new WorkspaceSecrets({ redactor, newId: () => `s${++id}` })
  const made = await workspace(files, {
    bench: {
      permission: { mode: 'bypassPermissions', allowBypass: true },
      context: {
        clean: (text) => redactor.redact(text),
        learnSecrets: (when) => secrets.learnWhen(when, made.sandbox, { facts: NO_FACTS }),
      },
    },
    commands: {
      setup: ({ files, stdout }) => {
        files.writeFile({ path: '/workspace/.env', data: new TextEncoder().encode(`API_TOKEN=${VALUE}`) })
        stdout(`Made ${VALUE}`)
        return 0
      },
      show: ({ stdout }) => {
        stdout(`The password is ${VALUE}.
`)
        return 0
      },
    },
  })
  return { ...made, redactor, secrets }
}

describe('values of the workspace', () => {
  it.each(['.env', 'packages/api/.env.production', 'config/secrets.yml', '.npmrc', 'deploy.key'])(
    'in %s',
    async (path) => {
      const { use } = await place({ [path]: `DB_PASSWORD: ${VALUE}\n`, 'a.txt': `It is ${VALUE}` })
      expect((await use('Read', { file_path: '/workspace/a.txt' })).text).toContain(`It is ${REDACTED}`)
    },
  )

  it('in what a program prints, and in its live output too', async () => {
    const { use } = await place({ '.env': `DB_PASSWORD=${VALUE}\n` })
    expect((await use('Bash', { command: 'show' })).text).toContain(`The password is ${REDACTED}.`)
  })

  it.each(['.env.example', 'node_modules/x/.env', 'src/env.ts'])('not in %s', async (path) => {
    const { use } = await place({ [path]: `DB_PASSWORD=${VALUE}\n`, 'a.txt': `It is ${VALUE}` })
    expect((await use('Read', { file_path: '/workspace/a.txt' })).text).toContain(VALUE)
  })

  it('of a file that the same call has written', async () => {
    const { use, redactor } = await place({})
    expect((await use('Bash', { command: 'setup' })).text).toContain(`Made ${REDACTED}`)
    expect(redactor.redact(VALUE)).toBe(REDACTED)
  })

  it('also after they were replaced: they stand in what was said', async () => {
    const { use, redactor, write, sandbox, secrets } = await place({ '.env': `API_TOKEN=${VALUE}` })
    await use('Glob', { pattern: '*' })
    await write('.env', 'API_TOKEN=another-long-one')
    const stored = await sandbox.checkpoint()
    await secrets.learn(sandbox, stored.ok ? stored.value.root : undefined)
    expect(redactor.redact(`${VALUE} another-long-one`)).toBe(`${REDACTED} ${REDACTED}`)
  })

  it('no longer when another session is opened; what the person hides stays hidden', async () => {
    const { redactor, sandbox, secrets } = await place({ '.env': `API_TOKEN=${VALUE}\nB_TOKEN=hidden-by-me` })
    redactor.register('hidden-by-me')
    await secrets.learn(sandbox, undefined)
    secrets.forget()
    expect(redactor.redact(`${VALUE} hidden-by-me`)).toBe(`${VALUE} ${REDACTED}`)
  })

  it('stays known whatever other files are made', async () => {
    const { use, sandbox, redactor, write, secrets } = await place({
      'server/.env': `API_TOKEN=${VALUE}`,
      ...Object.fromEntries(
        Array.from({ length: 60 }, (_, at) => [`.env.a${at}`, `A_TOKEN=junk-junk-junk-${at}`]),
      ),
    })
    await use('Glob', { pattern: '*' })
    const learnNow = async () => {
      const stored = await sandbox.checkpoint()
      await secrets.learn(sandbox, stored.ok ? stored.value.root : undefined)
    }
    await learnNow()
    expect(redactor.redact(VALUE)).toBe(REDACTED)
    const junk = Array.from({ length: 300 }, (_, at) => `PASSWORD_${at}=junkjunkjunk${at}`).join('\n')
    for (let at = 0; at < 20; at += 1) await write(`junk${at}.env`, junk.replaceAll('junkjunk', `junk${at}`))
    await learnNow()
    expect(redactor.redact(VALUE)).toBe(REDACTED)
    // There is no room for all of these, which is known of them.
    expect(secrets.exposedBy(['/workspace/junk19.env'])).toBeUndefined()
    expect(secrets.exposedBy(['/workspace/server/.env'])).toMatchObject([{ values: [VALUE], isWhole: true }])
  })

  it('are not known of a file that is too large, or that nobody has looked at', async () => {
    const { use, secrets } = await place({ '.env': `A=${'x'.repeat(70_000)}\nPIN=4711` })
    await use('Glob', { pattern: '*' })
    expect(secrets.exposedBy(['/workspace/.env'])).toBeUndefined()
    expect(secrets.exposedBy(['/workspace/other.env'])).toBeUndefined()
  })
})
