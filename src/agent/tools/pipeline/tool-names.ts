/** Names under which tools may be added to those that are there. */
import { cutStart } from '../results/result-budget.ts'
import { TOOL_NAME_CHARS } from '../../limits.ts'

/** Characters of a name that every service takes. */
const NAME = /^[a-zA-Z0-9_-]+$/

/**
 * Names that are taken. A name is also taken where it only looks like one: it differs in case, in `_` or `-`, or in letters
 * that are drawn alike (`I`, `l`, `1`; `O`, `0`). Rules compare names exactly, but the person who is asked, and the model that
 * calls, take `bash` or `GIob` for the tool they know.
 */
export class TakenNames {
  readonly #byLook = new Map<string, string>()

  constructor(names: readonly string[]) {
    for (const name of names) this.#byLook.set(lookOf(name), name)
  }

  /** All that are taken. */
  names(): readonly string[] {
    return [...this.#byLook.values()]
  }

  /** Takes the name, or says why it cannot be. */
  take(name: string): string | undefined {
    const said = `The tool "${cutStart(name.replace(/[^ -~]/gu, '?'), TOOL_NAME_CHARS)}" is left out`
    if (!NAME.test(name) || name.length > TOOL_NAME_CHARS)
      return `${said}: a name has 1 to ${TOOL_NAME_CHARS} letters, digits, "_" or "-".`
    const known = this.#byLook.get(lookOf(name))
    if (known === undefined) {
      this.#byLook.set(lookOf(name), name)
      return undefined
    }
    const likeness = known === name ? 'is that of' : 'is easily taken for'
    return `${said}: its name ${likeness} "${known}", which is there already.`
  }
}

function lookOf(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, '').replace(/[i1]/g, 'l').replaceAll('0', 'o')
}
