/** The output of programs as text. */

/** Colours and cursor movements are for a screen. */
export function withoutSequences(text: string): string {
  return text
    .replace(/\u001b\[[0-9;?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)/g, '')
    .replace(/\r\n/g, '\n')
    .replace(/\n$/, '')
}
