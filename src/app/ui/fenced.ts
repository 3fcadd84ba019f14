/** The text as a block of code in Markdown, whatever it has in it: its fence is longer than any run of backticks there. */
export function fenced(text: string): string {
  const runs = text.match(/`{3,}/g) ?? []
  const fence = '`'.repeat(Math.max(2, ...runs.map((run) => run.length)) + 1)
  return `${fence}\n${text}\n${fence}`
}
