/**
 * Random programs of the shell's grammar: what is decided to run unasked is run by the real shell, and then nothing outside the
 * workspace may be another, and nothing have asked for the network. The others run, too, to show that they would have.
 */
import { expect, it } from 'vitest'
import { patience } from '../../scripts/lib/testing/patience.mjs'
import { decide } from '../../src/agent/permission/decide.ts'
import { placesOf } from '../../src/agent/permission/shell/places.ts'
import { shellCall, stateWith } from '../../src/agent/permission/test-support.ts'
import type { MemoryKernel } from '../../src/sandbox/embedded/shell/testing/memory-kernel.ts'
import { runShell } from '../../src/sandbox/embedded/shell/testing/run-shell.ts'
import { soak } from '../../src/testing/soak.ts'
import { randomCommand } from '../support/random-command.ts'

const GATE = 250
const SOAK = soak('random-commands', { gate: GATE, round: 2_000 })

const FILES = {
  '/workspace/a': 'one\ntwo\n',
  '/workspace/src/b': 'three\n',
  '/workspace/src/set': 'x=/etc/set\ncd /etc\n',
  '/workspace/.git/config': '',
}

interface Effects {
  readonly outside: readonly string[]
  readonly requests: readonly string[]
}
const NONE: Effects = { outside: [], requests: [] }

it(
  SOAK.title('random programs: what runs unasked changes nothing outside and asks for no connection'),
  { timeout: patience(300_000) },
  async () => {
    const counts = { allowed: 0, asked: 0, denied: 0, wouldHaveHarmed: 0 }
    // A shell puts files for its commands in place when it starts.
    const untouched = outsideOf((await runShell(':', { files: FILES })).kernel)
    await SOAK.each(async ({ seed }) => {
      const command = randomCommand(seed)
      const { behavior } = decideInSandbox(command)
      counts[behavior === 'allow' ? 'allowed' : behavior === 'ask' ? 'asked' : 'denied'] += 1
      if (behavior !== 'allow' && seed % 4 !== 0) return
      const effects = await effectsOf(command, untouched)
      if (behavior === 'allow') expect({ command, effects }).toEqual({ command, effects: NONE })
      else if (effects.outside.length + effects.requests.length > 0) counts.wouldHaveHarmed += 1
    })
    console.log(
      `random programs: ${SOAK.count}, ${counts.allowed} allowed, ${counts.asked} asked, ${counts.denied} denied; ` +
        `of a quarter of those not allowed ${counts.wouldHaveHarmed} would have left the workspace`,
    )
    // The generator is worth something: a good part runs, and a good part of the rest would harm. Fewer programs do not tell.
    if (SOAK.count < GATE) return
    expect(counts.allowed).toBeGreaterThan(SOAK.count / 10)
    expect(counts.wouldHaveHarmed).toBeGreaterThan(SOAK.count / 50)
  },
)

function decideInSandbox(command: string) {
  const { reads, writes } = placesOf(command, '/workspace')
  const paths = [
    ...reads.map((path) => ({ access: 'read' as const, path, real: path })),
    ...writes.map((path) => ({ access: 'write' as const, path, real: path })),
  ]
  return decide(shellCall(command, { paths }), stateWith({ sandboxAutoAllow: true }))
}

async function effectsOf(command: string, before: ReadonlyMap<string, string>): Promise<Effects> {
  const requests: string[] = []
  const egress = {
    request: ({ url }: { readonly url: string }) => {
      requests.push(url)
      return Promise.resolve({ type: 'refused', message: 'Refused.' } as const)
    },
  }
  const { kernel } = await runShell(command, { files: FILES, egress })
  const after = outsideOf(kernel)
  const paths = [...new Set([...before.keys(), ...after.keys()])]
  return { outside: paths.filter((path) => before.get(path) !== after.get(path)), requests }
}

/** Every file outside of what is rewound, with its content. */
function outsideOf({ vfs }: MemoryKernel): ReadonlyMap<string, string> {
  const files = vfs.walk('/').filter(({ path }) => !/^\/(workspace|tmp|proc|dev)(\/|$)/.test(path))
  return new Map(
    files.map(({ path, kind }) => [
      path,
      kind === 'file' ? new TextDecoder().decode(vfs.readFile(path)) : kind,
    ]),
  )
}
