/** For the dialog's emphasis only: it never decides anything. */
import { baseName, possibleCommands } from './pieces.ts'

const DESTROYERS = /^(rm|rmdir|shred|dd|truncate|mkfs.*|unlink|kill|killall|pkill)$/
const GIT_LOSSES =
  /^(clean|restore|filter-branch)\b|^(reset|checkout)\b.*(--hard|--force|-f\b|\s--(\s|$))|^push\b.*(--force|-f\b|--delete|--mirror)|^branch\b.*-D|^stash (drop|clear)/

export function looksDestructive(command: string): boolean {
  return possibleCommands(command).some((words) => {
    const [first = '', ...args] = words
    const name = baseName(first)
    if (name === 'git') return GIT_LOSSES.test(args.join(' '))
    if (name === 'find') return args.includes('-delete')
    return DESTROYERS.test(name)
  })
}
