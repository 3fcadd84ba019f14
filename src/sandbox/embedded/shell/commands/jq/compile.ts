/** Programs as functions: each part of the tree becomes one `Filter`. */
import { index, iterate, placeAt, placesIn, slice, type Place } from './access.ts'
import { BINARY } from './arithmetic.ts'
import { compileAssignment } from './assign.ts'
import { compileCall, type Resolver } from './calls.ts'
import { describe } from './describe.ts'
import { bindValue, Exit, many, single, type Env, type Filter } from './filter.ts'
import { formatValue } from './formats.ts'
import { guarded } from './guarded.ts'
import { compileBinding, compileFold } from './patterns.ts'
import { JqCompileError, JqError } from './jq-error.ts'
import { envAt, findValue, withFunction, withValue, type Compile, type Scope } from './scope.ts'
import type { Node } from './syntax-tree.ts'
import { ExactNumber, isTrue, numberOf, type Value } from './value.ts'

type Of<T extends Node['type']> = Extract<Node, { type: T }>

export function compiler(resolver: Resolver): Compile {
  const compile: Compile = (node, scope) => {
    switch (node.type) {
      case 'identity':
        return IDENTITY
      case 'literal':
        return single(() => node.value)
      case 'string':
        return compileString(node, scope, compile)
      case 'format':
        return single((value) => formatValue(node.name, value))
      case 'index':
        return compileIndex(compile(node.of, scope), compile(node.key, scope))
      case 'slice':
        return compileSlice(node, scope, compile)
      case 'iterate':
        return compileIterate(compile(node.of, scope))
      case 'array':
        return compileArray(node.body === undefined ? undefined : compile(node.body, scope))
      case 'object':
        return compileObject(node, scope, compile)
      case 'negate':
        return compileNegation(compile(node.body, scope))
      case 'pipe':
        return compilePipe(compile(node.left, scope), compile(node.right, scope))
      case 'comma':
        return compileComma(compile(node.left, scope), compile(node.right, scope))
      case 'alternative':
        return compileAlternative(compile(node.left, scope), compile(node.right, scope))
      case 'binary':
        return compileBinary(node, scope, compile)
      case 'logic':
        return compileLogic(node, scope, compile)
      case 'assign':
        return compileAssignment(node.operator, compile(node.left, scope), compile(node.right, scope))
      case 'if':
        return compileIf(node, scope, compile)
      case 'try':
        return compileTry(
          compile(node.body, scope),
          node.handler === undefined ? undefined : compile(node.handler, scope),
        )
      case 'fold':
        return compileFold(node, scope, compile)
      case 'bind':
        return compileBinding(node, scope, compile)
      case 'label':
        return compileLabel(compile(node.body, withValue(scope, 'label', node.name)))
      case 'break':
        return compileBreak(node, scope)
      case 'define':
        return compile(node.body, withFunction(scope, node.definition))
      case 'call':
        return compileCall(node, scope, { compile, resolver })
      case 'variable':
        return compileVariable(node, scope, resolver)
      default:
        return node satisfies never
    }
  }
  return compile
}

const IDENTITY: Filter = {
  one: (value) => value,
  each: (value, _, emit) => {
    emit(value)
  },
  places: (place, _, emit) => {
    emit(place)
  },
}

function compileVariable(node: Of<'variable'>, scope: Scope, resolver: Resolver): Filter {
  const steps = findValue(scope, 'variable', node.name)
  if (steps !== undefined) return single((_, env) => envAt(env, steps)?.value ?? null)
  const given = resolver.variable(node.name)
  if (given === undefined)
    throw new JqCompileError(`$${node.name} is not defined`, node.span.at, node.span.length)
  return single(given)
}

function compileString(node: Of<'string'>, scope: Scope, compile: Compile): Filter {
  const format = node.format ?? 'text'
  const parts = node.parts.map((part) => (typeof part === 'string' ? part : compile(part, scope)))
  const ones = parts.map((part) => {
    if (typeof part === 'string') return () => part
    const { one } = part
    return one && ((value: Value, env: Env | undefined) => formatValue(format, one(value, env)))
  })
  if (!ones.includes(undefined))
    return single((value, env) => ones.map((one) => one?.(value, env) ?? '').join(''))
  return many((value, env, emit) => {
    // The last part's results are the outermost loop.
    const from = (at: number, rest: string): void => {
      const part = parts[at]
      if (part === undefined) emit(rest)
      else if (typeof part === 'string') from(at - 1, part + rest)
      else part.each(value, env, (result) => from(at - 1, formatValue(format, result) + rest))
    }
    from(parts.length - 1, '')
  })
}

function compileIndex(of: Filter, key: Filter): Filter {
  const [ofOne, keyOne] = [of.one, key.one]
  const one =
    ofOne && keyOne && ((value: Value, env: Env | undefined) => index(ofOne(value, env), keyOne(value, env)))
  return {
    one,
    each: (value, env, emit) => {
      key.each(value, env, (at) => of.each(value, env, (result) => emit(index(result, at))))
    },
    places: (place, env, emit) => {
      key.each(place.value, env, (at) => of.places(place, env, (result) => emit(placeAt(result, at))))
    },
  }
}

function compileSlice(node: Of<'slice'>, scope: Scope, compile: Compile): Filter {
  const of = compile(node.of, scope)
  const nothing: Filter = single(() => null)
  const from = node.from === undefined ? nothing : compile(node.from, scope)
  const to = node.to === undefined ? nothing : compile(node.to, scope)
  const bounded = (value: Value, env: Env | undefined, emit: (start: Value, end: Value) => void): void => {
    from.each(value, env, (start) => to.each(value, env, (end) => emit(start, end)))
  }
  return {
    one: undefined,
    each: (value, env, emit) => {
      bounded(value, env, (start, end) => of.each(value, env, (result) => emit(slice(result, start, end))))
    },
    places: (place, env, emit) => {
      bounded(place.value, env, (start, end) => {
        const key = new Map([
          ['start', start],
          ['end', end],
        ])
        of.places(place, env, (result) => emit(placeAt(result, key)))
      })
    },
  }
}

function compileIterate(of: Filter): Filter {
  return {
    one: undefined,
    each: (value, env, emit) => {
      of.each(value, env, (result) => {
        for (const item of iterate(result)) emit(item)
      })
    },
    places: (place, env, emit) => {
      of.places(place, env, (result) => {
        for (const item of placesIn(result)) emit(item)
      })
    },
  }
}

function compileArray(body: Filter | undefined): Filter {
  if (body === undefined) return single(() => [])
  return single((value, env) => {
    const items: Value[] = []
    body.each(value, env, (item) => items.push(item))
    return items
  })
}

function compileObject(node: Of<'object'>, scope: Scope, compile: Compile): Filter {
  const entries = node.entries.map(([key, value]) => [compile(key, scope), compile(value, scope)] as const)
  const keyText = (key: Value): string => {
    if (typeof key === 'string') return key
    throw new JqError(`Cannot use ${describe(key)} as object key`)
  }
  if (entries.every(([key, value]) => key.one !== undefined && value.one !== undefined))
    return single((value, env) => {
      const object = new Map<string, Value>()
      for (const [key, content] of entries)
        object.set(keyText(key.one?.(value, env) ?? null), content.one?.(value, env) ?? null)
      return object
    })
  return many((value, env, emit) => {
    const from = (at: number, before: readonly (readonly [string, Value])[]): void => {
      const entry = entries[at]
      if (entry === undefined) return emit(new Map(before))
      entry[0].each(value, env, (key) => {
        const text = keyText(key)
        entry[1].each(value, env, (content) => from(at + 1, [...before, [text, content]]))
      })
    }
    from(0, [])
  })
}

function compileNegation(body: Filter): Filter {
  const negated = (value: Value): Value => {
    const number = numberOf(value)
    if (number === undefined) throw new JqError(`${describe(value)} cannot be negated`)
    if (value instanceof ExactNumber) return value.negated()
    return number === 0 ? 0 : -number
  }
  const { one } = body
  if (one !== undefined) return single((value, env) => negated(one(value, env)))
  return many((value, env, emit) => body.each(value, env, (result) => emit(negated(result))))
}

function compilePipe(left: Filter, right: Filter): Filter {
  const [before, after] = [left.one, right.one]
  return {
    one: before && after && ((value, env) => after(before(value, env), env)),
    each:
      before === undefined
        ? (value, env, emit) => left.each(value, env, (middle) => right.each(middle, env, emit))
        : (value, env, emit) => right.each(before(value, env), env, emit),
    places: (place, env, emit) => left.places(place, env, (middle) => right.places(middle, env, emit)),
  }
}

function compileComma(left: Filter, right: Filter): Filter {
  return {
    one: undefined,
    each: (value, env, emit) => {
      left.each(value, env, emit)
      right.each(value, env, emit)
    },
    places: (place, env, emit) => {
      left.places(place, env, emit)
      right.places(place, env, emit)
    },
  }
}

function compileAlternative(left: Filter, right: Filter): Filter {
  const [first, second] = [left.one, right.one]
  const one =
    first &&
    second &&
    ((value: Value, env: Env | undefined): Value => {
      const found = first(value, env)
      return isTrue(found) ? found : second(value, env)
    })
  return {
    one,
    each: (value, env, emit) => {
      let isFound = false
      left.each(value, env, (result) => {
        if (!isTrue(result)) return
        isFound = true
        emit(result)
      })
      if (!isFound) right.each(value, env, emit)
    },
    places: (place, env, emit) => {
      let isFound = false
      left.places(place, env, (result) => {
        if (!isTrue(result.value)) return
        isFound = true
        emit(result)
      })
      if (!isFound) right.places(place, env, emit)
    },
  }
}

function compileBinary(node: Of<'binary'>, scope: Scope, compile: Compile): Filter {
  const operate = BINARY[node.operator]
  const [left, right] = [compile(node.left, scope), compile(node.right, scope)]
  const [first, second] = [left.one, right.one]
  if (first !== undefined && second !== undefined)
    return single((value, env) => {
      const operand = second(value, env)
      return operate(first(value, env), operand)
    })
  return many((value, env, emit) => {
    right.each(value, env, (operand) => left.each(value, env, (result) => emit(operate(result, operand))))
  })
}

function compileLogic(node: Of<'logic'>, scope: Scope, compile: Compile): Filter {
  const { isAnd } = node
  const [left, right] = [compile(node.left, scope), compile(node.right, scope)]
  const [first, second] = [left.one, right.one]
  if (first !== undefined && second !== undefined)
    return single((value, env) => (isTrue(first(value, env)) === isAnd ? isTrue(second(value, env)) : !isAnd))
  return many((value, env, emit) => {
    left.each(value, env, (result) => {
      if (isTrue(result) !== isAnd) emit(!isAnd)
      else right.each(value, env, (other) => emit(isTrue(other)))
    })
  })
}

function compileIf(node: Of<'if'>, scope: Scope, compile: Compile): Filter {
  const condition = compile(node.condition, scope)
  const then = compile(node.then, scope)
  const otherwise = node.otherwise === undefined ? IDENTITY : compile(node.otherwise, scope)
  const [test, yes, no] = [condition.one, then.one, otherwise.one]
  return {
    one: test && yes && no && ((value, env) => (isTrue(test(value, env)) ? yes(value, env) : no(value, env))),
    each: (value, env, emit) => {
      condition.each(value, env, (result) => (isTrue(result) ? then : otherwise).each(value, env, emit))
    },
    places: (place, env, emit) => {
      condition.each(place.value, env, (result) =>
        (isTrue(result) ? then : otherwise).places(place, env, emit),
      )
    },
  }
}

function compileTry(body: Filter, handler: Filter | undefined): Filter {
  return {
    one: undefined,
    each: (value, env, emit) => {
      guarded<Value>(
        (pass) => body.each(value, env, pass),
        emit,
        (error) => handler?.each(error.value, env, emit),
      )
    },
    places: (place, env, emit) => {
      guarded<Place>(
        (pass) => body.places(place, env, pass),
        emit,
        (error) => handler?.places({ value: error.value, steps: undefined }, env, emit),
      )
    },
  }
}

function compileLabel(body: Filter): Filter {
  const inside = (env: Env | undefined, run: (env: Env) => void): void => {
    const exit = new Exit()
    try {
      run({ ...bindValue(env, null), exit })
    } catch (error) {
      if (error !== exit) throw error
    }
  }
  return {
    one: undefined,
    each: (value, env, emit) => inside(env, (own) => body.each(value, own, emit)),
    places: (place, env, emit) => inside(env, (own) => body.places(place, own, emit)),
  }
}

function compileBreak(node: Of<'break'>, scope: Scope): Filter {
  const steps = findValue(scope, 'label', node.name)
  if (steps === undefined)
    throw new JqCompileError(`$*label-${node.name} is not defined`, node.span.at, node.span.length)
  return many((_, env) => {
    throw envAt(env, steps)?.exit ?? new JqError('break')
  })
}
