/**
 * The updates of a `reduce` that may change its state instead of making a new one each time: nobody else has it, if
 * what is put into it never comes out of it. Without this a list of n items would be copied n times.
 */
import type { Owned } from './access.ts'
import { add } from './arithmetic.ts'
import { modify, operationOf } from './assign.ts'
import { firstOf, type Env } from './filter.ts'
import type { Compile, Scope } from './scope.ts'
import type { Node } from './syntax-tree.ts'
import { isArray, isObject, isTrue, type Value } from './value.ts'

export type InPlace = (state: Value, env: Env | undefined, owned: Owned) => Value

/** Undefined where it is not certain that it may. */
export function compileInPlace(node: Node, scope: Scope, compile: Compile): InPlace | undefined {
  switch (node.type) {
    case 'identity':
      return (state) => state
    case 'pipe': {
      const first = compileInPlace(node.left, scope, compile)
      const second = first && compileInPlace(node.right, scope, compile)
      return first && second && ((state, env, owned) => second(first(state, env, owned), env, owned))
    }
    case 'if': {
      const test = compile(node.condition, scope).one
      const then = compileInPlace(node.then, scope, compile)
      const otherwise = compileInPlace(node.otherwise ?? { type: 'identity' }, scope, compile)
      if (test === undefined || then === undefined || otherwise === undefined) return undefined
      return (state, env, owned) => (isTrue(test(state, env)) ? then : otherwise)(state, env, owned)
    }
    case 'binary':
      if (node.operator !== '+' || node.left.type !== 'identity' || usesInput(node.right)) return undefined
      return appending(compile(node.right, scope).one)
    case 'assign':
      return assigning(node, scope, compile)
    default:
      return undefined
  }
}

function appending(right: ((value: Value, env: Env | undefined) => Value) | undefined): InPlace | undefined {
  return (
    right &&
    ((state, env, owned) => {
      const more = right(state, env)
      if (!owned.has(state)) {
        const sum = add(state, more)
        // Adding null returns the operand itself, which may be shared.
        if (state !== null && more !== null && sum !== more && (isArray(sum) || isObject(sum))) owned.add(sum)
        return sum
      }
      // An owned value was created here and is writable.
      if (isArray(state) && isArray(more)) for (const item of more) (state as Value[]).push(item)
      else if (isObject(state) && isObject(more))
        for (const [key, item] of more) (state as Map<string, Value>).set(key, item)
      else return add(state, more)
      return state
    })
  )
}

function assigning(
  node: Extract<Node, { type: 'assign' }>,
  scope: Scope,
  compile: Compile,
): InPlace | undefined {
  const left = compile(node.left, scope)
  const right = compile(node.right, scope)
  const { operator } = node
  if (operator === '|')
    return (state, env, owned) => modify(state, { left, env, owned }, (old) => firstOf(right, old, env))
  const { one } = right
  if (one === undefined || usesInput(node.right)) return undefined
  const operate = operationOf(operator)
  return (state, env, owned) => {
    const to = one(state, env)
    return modify(state, { left, env, owned }, (old) => operate(old, to))
  }
}

/** Whether parts of the input may be in what it gives. Only what certainly does not is excepted. */
function usesInput(node: Node): boolean {
  switch (node.type) {
    case 'literal':
    case 'variable':
    case 'string':
    case 'format':
      return false
    case 'index':
      return usesInput(node.of)
    case 'array':
      return node.body !== undefined && usesInput(node.body)
    case 'object':
      return node.entries.some(([, value]) => usesInput(value))
    case 'iterate':
      return usesInput(node.of)
    case 'pipe':
      return usesInput(node.left)
    case 'comma':
    case 'alternative':
    case 'binary':
      return usesInput(node.left) || usesInput(node.right)
    default:
      return true
  }
}
