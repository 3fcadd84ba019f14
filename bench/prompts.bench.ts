/**
 * How often the person is asked in recorded sessions: ours, in default mode with the sandbox's setting on, against the
 * published rules of Claude Code's default mode. The sessions are the demos: real runs on real code, their model scripted.
 */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@playwright/test'
import { decide } from '../src/agent/permission/decide.ts'
import { placesOf } from '../src/agent/permission/shell/places.ts'
import { fileCall, shellCall, stateWith } from '../src/agent/permission/test-support.ts'
import type { AgentEvent } from '../src/agent/protocol/events.ts'
import { readFile } from '../src/agent/session/recording/file-format.ts'
import { publishedKind } from './support/published-rules.ts'
import { report, type Measurement } from './support/result.ts'

const DEMOS = join(import.meta.dirname, '..', 'public', 'demos')
const WORKSPACE = '/workspace'

interface Call {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
}

test('prompts', async () => {
  const rows: Measurement[] = []
  const sum = { calls: 0, ours: 0, each: 0, kept: 0 }
  for (const file of readdirSync(DEMOS).filter((name) => name.endsWith('.vivarium'))) {
    const read = await readFile(new Uint8Array(readFileSync(join(DEMOS, file))))
    if (!read.ok) throw new Error(`${file} cannot be read: ${read.error.message}`)
    const calls = callsOf(read.value.events)
    const ours = calls.filter(isAsked).length
    const each = calls.filter(({ tool, input }) => publishedKind(tool, input) !== 'free').length
    const kept = keptAnswers(calls)
    rows.push(row(`${file.replace('.vivarium', '')}, ${calls.length} calls`, ours, kept))
    sum.calls += calls.length
    sum.ours += ours
    sum.each += each
    sum.kept += kept
  }
  report('prompts', [
    ...rows,
    row(`all of them, ${sum.calls} calls, each yes the widest that is offered`, sum.ours, sum.kept),
    row(`all of them, ${sum.calls} calls, each yes for once`, sum.ours, sum.each),
  ])
})

function row(what: string, ours: number, peers: number): Measurement {
  const peer = 'the published rules of Claude Code’s default mode'
  return {
    what: `prompts in ${what}`,
    unit: 'prompts',
    ours,
    peer,
    peers,
    target: 'fewer',
    met: ours < peers || peers === 0,
  }
}

/** Each call as it was made, with its input whole. */
function callsOf(events: readonly AgentEvent[]): readonly Call[] {
  return events.flatMap((event) =>
    event.type === 'assistant_block' && event.content.type === 'tool_use'
      ? [{ tool: event.content.name, input: event.content.input as Readonly<Record<string, unknown>> }]
      : [],
  )
}

/** By today's code, not by what was decided when it was recorded. */
function isAsked({ tool, input }: Call): boolean {
  const state = stateWith({ sandboxAutoAllow: true })
  const path = String(input['file_path'] ?? input['path'] ?? WORKSPACE)
  if (tool === 'Bash') {
    const command = String(input['command'])
    const { reads, writes } = placesOf(command, WORKSPACE)
    const paths = [
      ...reads.map((real) => ({ access: 'read' as const, path: real, real })),
      ...writes.map((real) => ({ access: 'write' as const, path: real, real })),
    ]
    return decide(shellCall(command, { paths }), state).behavior !== 'allow'
  }
  if (/^(Write|Edit|MultiEdit)$/.test(tool)) return decide(fileCall('Edit', path), state).behavior !== 'allow'
  if (/^(Read|Grep|Glob|LS)$/.test(tool)) {
    const check = { behavior: 'allow', reason: 'It only reads inside the workspace.' } as const
    return decide(fileCall('Read', path, { check }), state).behavior !== 'allow'
  }
  return false
}

/** Questions that are left when each answer is the one that keeps most of the later ones away. */
function keptAnswers(calls: readonly Call[]): number {
  const known = new Set<string>()
  let editsAllowed = false
  let asked = 0
  for (const { tool, input } of calls) {
    const kind = publishedKind(tool, input)
    if (kind === 'free' || (kind === 'edit' && editsAllowed)) continue
    if (kind === 'edit') editsAllowed = true
    else if (kind.commands.every((command) => known.has(command))) continue
    else for (const command of kind.commands) known.add(command)
    asked += 1
  }
  return asked
}
