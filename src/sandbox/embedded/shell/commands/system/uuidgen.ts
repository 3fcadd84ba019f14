import type { CommandBody } from '../../just-bash.ts'
import { runCommand } from '../frame/command-run.ts'

export const uuidgen: CommandBody = (args, context) =>
  runCommand({ name: 'uuidgen', usage: 'uuidgen [-r]', options: ['r,random'] }, args, {
    context,
    body: (run) => {
      run.out(`${randomUuid()}\n`)
      return 0
    },
  })

/** Version 4. The platform's own is for secure contexts only, which an opaque frame's workers are not. */
function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
