/** A call's input as hooks and rules see it: paths absolute. The transcript keeps what the model wrote. */
import { absolute } from '../files/paths.ts'

const PATH_FIELDS: ReadonlySet<string> = new Set(['file_path', 'notebook_path', 'path'])

export function backFilled(input: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      PATH_FIELDS.has(name) && typeof value === 'string' ? absolute(value) : value,
    ]),
  )
}
