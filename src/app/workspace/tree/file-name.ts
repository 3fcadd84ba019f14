/** Names that the person gives to files and folders. */
import type { Problem } from '../../problem.ts'
import { files as t } from '../../language/en/files.ts'

/** Bytes of one name, as file systems have it. */
const NAME_BYTES = 255

/** Why this cannot be a name; undefined when it can. `path`: folders may come before it. */
export function nameProblem(name: string, { path }: { readonly path: boolean }): Problem | undefined {
  const parts = path ? name.split('/') : [name]
  if (name.trim() === '') return problem(t.nameMissing, t.typeOne)
  if (!path && name.includes('/')) return problem(t.noSlash, t.dragInstead)
  if (name.includes('\0')) return problem(t.noNul, t.takeItOut)
  if (parts.includes('')) return problem(t.folderNameMissing, t.takeOneOut)
  if (parts.some((part) => part === '.' || part === '..')) return problem(t.dotsAreNoNames, t.nameFolder)
  if (parts.some((part) => new TextEncoder().encode(part).length > NAME_BYTES))
    return problem(t.nameTooLong(NAME_BYTES), t.chooseShorter)
  return undefined
}

function problem(message: string, hint: string): Problem {
  return { message, hint }
}
