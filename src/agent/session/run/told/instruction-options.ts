/** Choice of the instruction files of a thread: by the user's settings, and by the files that it has worked on. */
import { isWithin, relativeTo, resolve, WORKSPACE_ROOT } from '../../../../sandbox/contract/path.ts'
import { isWithheldFile } from '../../../../sandbox/contract/withheld-file.ts'
import { effectiveWindow } from '../../../context/window.ts'
import { INSTRUCTION_SHARE } from '../../../limits.ts'
import type { HeldBack } from '../../../memory/instructions/load-files.ts'
import type { InstructionOptions } from '../../../memory/instructions/instructions.ts'
import type { RuleSet } from '../../../permission/contract.ts'
import { readGuard } from '../../../permission/read-guard.ts'
import type { Settings } from '../../../protocol/settings.ts'
import type { SessionFacts } from '../../log/facts.ts'

export interface InstructionGrounds {
  /** Tokens that the model takes. */
  readonly window: number
  readonly ruleSets: readonly RuleSet[]
}

export function instructionOptions(
  {
    instructions,
    seen,
    wantedInstructions,
  }: Pick<SessionFacts, 'instructions' | 'seen' | 'wantedInstructions'>,
  { instructionFiles, ownInstructions }: Pick<Settings, 'instructionFiles' | 'ownInstructions'>,
  { window, ruleSets }: InstructionGrounds,
): InstructionOptions {
  const worked = [...seen.keys()]
    .filter((path) => isWithin(path, WORKSPACE_ROOT))
    .map((path) => relativeTo(path))
  return {
    choice: instructionFiles,
    own: ownInstructions,
    room: Math.floor(effectiveWindow(window) * INSTRUCTION_SHARE),
    wanted: wantedInstructions,
    worked,
    told: new Set(instructions?.keys()),
    heldBack: heldBackBy(ruleSets),
    denied: ruleSets.flatMap(({ rules }) => rules.deny),
  }
}

function heldBackBy(ruleSets: readonly RuleSet[]): HeldBack {
  const mayRead = readGuard(ruleSets)
  return (path) => (isWithheldFile(path) ? 'withheld' : mayRead(resolve(path)) ? undefined : 'denied')
}
