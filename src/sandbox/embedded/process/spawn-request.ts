/** A `spawn` request as a process has sent it, checked. */
import { fieldsOf } from '../../page/fields.ts'
import { Errno } from '../syscalls.ts'
import type { SpawnRequest, StdioSpec } from '../syscalls.ts'

/** Bytes of arguments and environment together, as the usual limit on Linux. */
const MAX_BYTES = 2 * 1024 * 1024
const MAX_STDIO = 16

/** Throws EINVAL for anything else than a request, E2BIG for too much of one. */
export function readSpawnRequest(value: unknown): SpawnRequest {
  const { argv, cwd, env, stdio, background } = fieldsOf(value)
  if (!isStrings(argv) || argv.length === 0 || typeof cwd !== 'string' || !isEnvironment(env)) throw invalid()
  if (!Array.isArray(stdio) || stdio.length > MAX_STDIO || !stdio.every(isStdio)) throw invalid()
  const size = [...argv, ...Object.entries(env).flat()].reduce((sum, text) => sum + text.length, 0)
  if (size > MAX_BYTES) throw new Errno('E2BIG', 'spawn', argv[0])
  return { argv, cwd, env, stdio, background: background === true }
}

function invalid(): Errno {
  return new Errno('EINVAL', 'spawn')
}

function isStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((text) => typeof text === 'string' && !text.includes('\0'))
}

function isEnvironment(value: unknown): value is Record<string, string> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((text) => typeof text === 'string')
  )
}

function isStdio(value: unknown): value is StdioSpec {
  if (typeof value !== 'object' || value === null || !('type' in value)) return false
  if (value.type === 'inherit') return 'fd' in value && typeof value.fd === 'number'
  return value.type === 'pipe' || value.type === 'socket' || value.type === 'null'
}
