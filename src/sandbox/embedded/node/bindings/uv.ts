/** `uv`: names and texts of system errors. */
import type { NodeContext } from '../context.ts'
import type { Binding } from './binding.ts'
import { uvErrors } from './skeleton.ts'

const byNumber = new Map(uvErrors)
const numberOf = new Map(uvErrors.map(([number, [name]]) => [name, number]))

export function uv(_context: NodeContext, binding: Binding): void {
  Object.assign(binding, {
    errname: (number: number) => byNumber.get(number)?.[0] ?? `Unknown system error ${number}`,
    getErrorMap: () => new Map(uvErrors.map(([number, entry]) => [number, [...entry]])),
    getErrorMessage: (number: number) => byNumber.get(number)?.[1] ?? `Unknown system error ${number}`,
  })
}

/** libuv's number of a symbolic name such as `ENOENT`; that of `UNKNOWN` for a name it does not know. */
export function uvNumber(code: string): number {
  return numberOf.get(code) ?? -4094
}

export function uvMessage(code: string): string {
  return byNumber.get(uvNumber(code))?.[1] ?? 'unknown error'
}
