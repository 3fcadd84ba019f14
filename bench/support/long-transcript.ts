/** A long session in the form of Claude Code's, which is one that a person may really open. */
export function longTranscript(messages: number): string {
  const lines: string[] = []
  for (let pair = 0; pair < messages / 2; pair++) {
    const timestamp = new Date(Date.UTC(2026, 0, 1) + pair * 60_000).toISOString()
    const said = `Question ${pair} of ${messages}: why is the total of invoice ${pair * 17} wrong?`
    const answer = `Answer ${pair} : the **rounding** is done per line.\n\n\`\`\`js\nconst total = lines.reduce((sum, line) => sum + line.cents, ${pair})\n\`\`\`\n\n- sum first\n- round once\n`
    lines.push(JSON.stringify({ type: 'user', timestamp, message: { role: 'user', content: said } }))
    lines.push(
      JSON.stringify({
        type: 'assistant',
        timestamp,
        message: { role: 'assistant', model: 'm', content: [{ type: 'text', text: answer }] },
      }),
    )
  }
  return lines.join('\n')
}
