/** Notes that can be told before calls. */

const UNRULED = /^(?:everywhere\/)?(?:logs\/|MEMORY\.md$)/

/** Whether the field `when` of the note at this path has an effect: it is neither a daily note nor a list of notes. */
export function canHaveRules(path: string): boolean {
  return !UNRULED.test(path)
}
