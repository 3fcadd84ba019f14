/** Notes of every kind, for the screens that show them. */
import type { FakeAgent } from './fake-agent/fake-agent.ts'
import { putNote } from './fake-agent/memory-calls.ts'

const HOUR = 3_600_000

/** With a text: one more version of `tests.md`. */
export function putNotes(fake: FakeAgent, newer?: string): void {
  const now = Date.now()
  if (newer !== undefined) return putNote(fake, 'tests.md', newer)
  const head = (name: string, type: string, ...when: string[]) =>
    `---\nname: ${name}\ntype: ${type}\n${when.map((rules) => `when: ${rules}\n`).join('')}---\n`
  putNote(
    fake,
    'tests.md',
    `${head('The tests need port 4000', 'project', 'Bash(npm test*) | Edit(src/**)')}The tests start a server on port 4000.\n\nWhy: the old proxy knows no other.\n\nHow to apply: stop what listens there before they run.\n`,
    {
      at: now - HOUR,
      stale: ['src/add-days.js', 'package.json'],
      when: ['Bash(npm test*)', 'Edit(src/**)'],
    },
  )
  putNote(
    fake,
    'everywhere/language.md',
    `${head('English in code, German in mails', 'feedback')}As said.\n`,
    {
      at: now - 50 * HOUR,
    },
  )
  const agent = { by: 'agent', session: 's1', messages: ['m1'] } as const
  const deploy = `${head('Deploys go through the staging server', 'reference', 'host:staging.example')}See docs/deploy.md.\n`
  putNote(fake, 'deploy.md', `${deploy}Ask Ada.\n`, {
    origin: 'unconfirmed',
    source: agent,
    at: now - 30 * HOUR,
  })
  putNote(fake, 'deploy.md', deploy, {
    origin: 'unconfirmed',
    source: agent,
    at: now - 3 * HOUR,
    when: ['host:staging.example'],
  })
  putNote(fake, 'imported.md', '---\n: no\n---\n<b>Bold</b> claims, and a [link](javascript:alert(1)).\n', {
    origin: 'unconfirmed',
    source: { by: 'import' },
    at: now - 4 * HOUR,
    faults: ['no YAML', 'no type', 'no rule'],
  })
  putNote(fake, 'MEMORY.md', '- [tests](tests.md)\n- [gone](gone.md)\n', {
    at: now - 90 * HOUR,
    faults: ['dead link'],
  })
  putNote(fake, 'logs/2026/11/2026-11-29.md', 'Mended addDays; the sign was wrong.\n', {
    origin: 'unconfirmed',
    source: agent,
    at: now - 20 * HOUR,
    faults: [],
  })
  putNote(fake, 'old.md', `${head('Port 3000', 'project')}It was port 3000.\n`, { at: now - 80 * HOUR })
  putNote(fake, 'old.md', undefined, { at: now - 70 * HOUR })
  fake.memory.index = { lines: 231, bytes: 18_400, cut: 'lines' }
}
