/** Choice of the instruction files of a thread: by the user's settings, and by the files that it has worked on. */
import { isWithin, relativeTo, WORKSPACE_ROOT } from '../../../sandbox/contract/path.ts'
import { isWithheldFile } from '../../../sandbox/contract/withheld-file.ts'
import { effectiveWindow } from '../../context/window.ts'
import { INSTRUCTION_SHARE } from '../../limits.ts'
import type { InstructionOptions } from '../../memory/instructions/instructions.ts'
import type { Settings } from '../../protocol/settings.ts'
import type { SessionFacts } from '../log/facts.ts'

/** `window` is what the model takes, in tokens. */
export function instructionOptions(
  {
    instructions,
    seen,
    wantedInstructions,
  }: Pick<SessionFacts, 'instructions' | 'seen' | 'wantedInstructions'>,
  { instructionFiles, ownInstructions }: Pick<Settings, 'instructionFiles' | 'ownInstructions'>,
  window: number,
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
    mayRead: (path) => !isWithheldFile(path),
  }
}
