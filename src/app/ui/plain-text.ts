/** Text of programs, made fit to be shown where it must not act. */

/** Without control characters; lines and tabs stay. */
export function withoutControls(text: string): string {
  return text.replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, '')
}

/** Without colours, movements and whatever else a terminal would carry out. */
export function withoutSequences(text: string): string {
  return text.replace(/\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)?|[^[\]])?/g, '')
}
