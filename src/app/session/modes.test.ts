/** Modes that may be entered, and the steps of the key, by the facts that close modes. */
import { describe, expect, it } from 'vitest'
import { PERMISSION_MODES, type PermissionMode } from '../../agent/protocol/permission-modes.ts'
import { nextMode, openModes, type ModeGate } from './modes.ts'

const SHUT: ModeGate = { allowBypass: false, closed: [] }
const OPEN: ModeGate = { allowBypass: true, closed: [] }

/** The modes that the key comes by, from `mode` until it is there again or goes no further. */
function walk(mode: PermissionMode, gate: ModeGate): readonly PermissionMode[] {
  const seen: PermissionMode[] = []
  let at = nextMode(mode, gate)
  while (at !== undefined && !seen.includes(at)) {
    seen.push(at)
    at = nextMode(at, gate)
  }
  return seen
}

describe('modes that may be entered', () => {
  it.each<[string, ModeGate, readonly PermissionMode[]]>([
    ['without the switch', SHUT, ['default', 'acceptEdits', 'plan', 'auto', 'dontAsk']],
    ['with the switch', OPEN, PERMISSION_MODES],
    [
      'with the switch, closed by a policy',
      { allowBypass: true, closed: ['bypassPermissions'] },
      ['default', 'acceptEdits', 'plan', 'auto', 'dontAsk'],
    ],
    [
      'with the one that asks a classifier closed',
      { allowBypass: true, closed: ['auto'] },
      ['default', 'acceptEdits', 'plan', 'dontAsk', 'bypassPermissions'],
    ],
    ['with all but one closed', { ...OPEN, closed: PERMISSION_MODES.slice(1) }, ['default']],
    ['with all closed', { ...OPEN, closed: PERMISSION_MODES }, []],
  ])('%s', (_, gate, modes) => expect(openModes(gate)).toEqual(modes))
})

describe('the key', () => {
  it.each<[string, PermissionMode, ModeGate, readonly PermissionMode[]]>([
    ['goes round', 'default', SHUT, ['acceptEdits', 'plan', 'auto', 'default']],
    [
      'goes by the last mode, too',
      'default',
      OPEN,
      ['acceptEdits', 'plan', 'auto', 'bypassPermissions', 'default'],
    ],
    ['goes on from the middle', 'plan', SHUT, ['auto', 'default', 'acceptEdits', 'plan']],
    ['leaves the mode that denies', 'dontAsk', SHUT, ['default', 'acceptEdits', 'plan', 'auto']],
    ['leaves a mode that was closed', 'bypassPermissions', SHUT, ['default', 'acceptEdits', 'plan', 'auto']],
    [
      'steps over a closed mode',
      'plan',
      { ...OPEN, closed: ['auto'] },
      ['bypassPermissions', 'default', 'acceptEdits', 'plan'],
    ],
    ['stays where all others are closed', 'default', { ...OPEN, closed: PERMISSION_MODES.slice(1) }, []],
    ['comes to the only open one', 'plan', { ...OPEN, closed: PERMISSION_MODES.slice(1) }, ['default']],
    ['stays where all are closed', 'plan', { ...OPEN, closed: PERMISSION_MODES }, []],
  ])('%s', (_, mode, gate, steps) => expect(walk(mode, gate)).toEqual(steps))
})
