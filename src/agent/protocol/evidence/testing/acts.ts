/** Acts for tests, as the tools leave them. */
import type { Act } from '../evidence.ts'

const DONE = {
  id: '',
  outcome: 'done',
  result: '',
  exitCode: undefined,
  timedOut: false,
  changed: false,
} as const

export function bash(command: string, result = '', exitCode = 0): Act {
  return {
    ...DONE,
    tool: 'Bash',
    input: { command },
    result,
    exitCode,
    outcome: exitCode === 0 ? 'done' : 'failed',
  }
}

/** `result` as Read gives it: lines with numbers. */
export function read(path: string, result: string): Act {
  return { ...DONE, tool: 'Read', input: { file_path: path }, result }
}

export function write(path: string, content: string): Act {
  return { ...DONE, tool: 'Write', input: { file_path: path, content }, changed: true }
}

export function edit(path: string, from: string, to: string, isOfAll = false): Act {
  const input = { file_path: path, old_string: from, new_string: to, replace_all: isOfAll }
  return { ...DONE, tool: 'Edit', input, changed: true }
}
