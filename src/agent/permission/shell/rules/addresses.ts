/** Web addresses that stand in a command as whole words, nothing of them built by the shell. */
import { possibleCommands } from './pieces.ts'

/** None where the shell would build any part of the command: then no word says for sure what it becomes. */
export function addressesIn(command: string): URL[] {
  if (/[$`]/.test(command)) return []
  const words = new Set(possibleCommands(command).flat())
  return [...words].flatMap((word) => {
    if (!/^https?:\/\/[^\s*{}[\]\\]+$/i.test(word) || !URL.canParse(word)) return []
    const url = new URL(word)
    url.hash = ''
    return url.username === '' && url.password === '' ? [url] : []
  })
}
