/** Names that the person gives to files and folders. */
import type { Problem } from '../../problem.ts'

/** Bytes of one name, as file systems have it. */
const NAME_BYTES = 255

/** Why this cannot be a name; undefined when it can. `path`: folders may come before it. */
export function nameProblem(name: string, { path }: { readonly path: boolean }): Problem | undefined {
  const parts = path ? name.split('/') : [name]
  if (name.trim() === '') return problem('A name is missing.', 'Type one.')
  if (!path && name.includes('/'))
    return problem('A name has no slash.', 'Drag the file into another folder to move it there.')
  if (name.includes('\0')) return problem('A name cannot have a NUL character.', 'Take it out.')
  if (parts.includes('')) return problem('A folder’s name is missing between two slashes.', 'Take one out.')
  if (parts.some((part) => part === '.' || part === '..'))
    return problem('“.” and “..” are no names.', 'Name the folder itself.')
  if (parts.some((part) => new TextEncoder().encode(part).length > NAME_BYTES))
    return problem(`A name has at most ${NAME_BYTES} bytes.`, 'Choose a shorter one.')
  return undefined
}

function problem(message: string, hint: string): Problem {
  return { message, hint }
}
