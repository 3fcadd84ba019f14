/** `… as pattern | …`, `reduce` and `foreach`. */
import { index, type Owned, type Place } from './access.ts'
import { describe } from './describe.ts'
import { bindValue, many, type Env, type Filter } from './filter.ts'
import { guarded } from './guarded.ts'
import { compileInPlace } from './in-place.ts'
import { JqError } from './jq-error.ts'
import { withValue, type Compile, type Scope } from './scope.ts'
import type { Node, Pattern, PatternEntry } from './syntax-tree.ts'
import { kindOf, type Value } from './value.ts'

type Bind = (value: Value, env: Env | undefined, then: (env: Env | undefined) => void) => void

interface Alternative {
  readonly bind: Bind
  readonly scope: Scope
}

/** Binds the names of a pattern one after the other, as `scope` has them. */
function bindPattern(pattern: Pattern, scope: Scope, compile: Compile): Alternative {
  if (pattern.type === 'variable')
    return {
      scope: withValue(scope, 'variable', pattern.name),
      bind: (value, env, then) => then(bindValue(env, value)),
    }
  let inside = scope
  const binds: Bind[] = []
  const parts: readonly (Pattern | PatternEntry)[] =
    pattern.type === 'array' ? pattern.items : pattern.entries
  for (const [at, part] of parts.entries()) {
    const made =
      'key' in part
        ? bindEntry(part, inside, compile)
        : bindPart(bindPattern(part, inside, compile), () => at)
    inside = made.scope
    binds.push(made.bind)
  }
  const [first, ...others] = binds
  if (first === undefined) return { scope: inside, bind: (_, env, then) => then(env) }
  const bind: Bind = (value, env, then) => {
    const from = (next: number, own: Env | undefined): void => {
      const following = others[next]
      if (following === undefined) then(own)
      else following(value, own, (more) => from(next + 1, more))
    }
    first(value, env, (own) => from(0, own))
  }
  return { scope: inside, bind }
}

function bindPart(part: Alternative, keyOf: () => Value): Alternative {
  return { scope: part.scope, bind: (value, env, then) => part.bind(index(value, keyOf()), env, then) }
}

function bindEntry(entry: PatternEntry, scope: Scope, compile: Compile): Alternative {
  const key = compile(entry.key, scope)
  const { variable } = entry
  const named = variable === undefined ? scope : withValue(scope, 'variable', variable)
  const deeper = entry.pattern === undefined ? undefined : bindPattern(entry.pattern, named, compile)
  const bind: Bind = (value, env, then) => {
    key.each(value, env, (name) => {
      if (typeof name !== 'string') throw new JqError(`Cannot index ${kindOf(value)} with ${describe(name)}`)
      const found = index(value, name)
      const own = variable === undefined ? env : bindValue(env, found)
      if (deeper === undefined) then(own)
      else deeper.bind(found, own, then)
    })
  }
  return { scope: deeper?.scope ?? named, bind }
}

function namesIn(pattern: Pattern): readonly string[] {
  if (pattern.type === 'variable') return [pattern.name]
  if (pattern.type === 'array') return pattern.items.flatMap(namesIn)
  return pattern.entries.flatMap(({ variable, pattern: inside }) => [
    ...(variable === undefined ? [] : [variable]),
    ...(inside === undefined ? [] : namesIn(inside)),
  ])
}

/** One for each of the patterns, which all have the names of all. */
function alternatives(patterns: readonly Pattern[], scope: Scope, compile: Compile): readonly Alternative[] {
  const [only] = patterns
  if (only !== undefined && patterns.length === 1) return [bindPattern(only, scope, compile)]
  const names = [...new Set(patterns.flatMap(namesIn))]
  const common = names.reduce((up, name) => withValue(up, 'variable', name), scope)
  return patterns.map((pattern) => {
    const { bind, scope: own } = bindPattern(pattern, common, compile)
    return {
      scope: own,
      bind: (value, env, then) =>
        bind(
          value,
          names.reduce((up) => bindValue(up, null), env),
          then,
        ),
    }
  })
}

/** The first of the alternatives that gives no error. */
function tryAlternatives<T>(
  count: number,
  run: (which: number, emit: (result: T) => void) => void,
  emit: (result: T) => void,
): void {
  const from = (which: number): void => {
    if (which === count - 1) run(which, emit)
    else
      guarded<T>(
        (pass) => run(which, pass),
        emit,
        () => from(which + 1),
      )
  }
  from(0)
}

export function compileBinding(
  node: Extract<Node, { type: 'bind' }>,
  scope: Scope,
  compile: Compile,
): Filter {
  const source = compile(node.source, scope)
  const parts = alternatives(node.patterns, scope, compile).map((part) => ({
    bind: part.bind,
    body: compile(node.body, part.scope),
  }))
  const [first] = parts
  const isPlain = parts.length === 1 && node.patterns[0]?.type === 'variable'
  const [from, to] = [source.one, first?.body.one]
  return {
    one: isPlain && from && to ? (value, env) => to(value, bindValue(env, from(value, env))) : undefined,
    each: (value, env, emit) => {
      source.each(value, env, (found) => {
        tryAlternatives<Value>(
          parts.length,
          (which, pass) => parts[which]?.bind(found, env, (own) => parts[which]?.body.each(value, own, pass)),
          emit,
        )
      })
    },
    places: (place, env, emit) => {
      source.each(place.value, env, (found) => {
        tryAlternatives<Place>(
          parts.length,
          (which, pass) =>
            parts[which]?.bind(found, env, (own) => parts[which]?.body.places(place, own, pass)),
          emit,
        )
      })
    },
  }
}

export function compileFold(node: Extract<Node, { type: 'fold' }>, scope: Scope, compile: Compile): Filter {
  const source = compile(node.source, scope)
  const init = compile(node.init, scope)
  const parts = alternatives(node.patterns, scope, compile).map((part) => ({
    bind: part.bind,
    update: compile(node.update, part.scope),
    inPlace: node.isForeach ? undefined : compileInPlace(node.update, part.scope, compile),
    extract: node.extract === undefined ? undefined : compile(node.extract, part.scope),
  }))
  const only = parts.length === 1 ? parts[0] : undefined

  /** `update` and what it gives, for one item. */
  const step = <T>(
    found: Value,
    env: Env | undefined,
    run: (part: (typeof parts)[number], own: Env | undefined, pass: (result: T) => void) => void,
    emit: (result: T) => void,
  ): void => {
    if (only !== undefined) only.bind(found, env, (own) => run(only, own, emit))
    else
      tryAlternatives<T>(
        parts.length,
        (which, pass) => {
          const part = parts[which]
          part?.bind(found, env, (own) => run(part, own, pass))
        },
        emit,
      )
  }

  const reduced = (start: Value, value: Value, env: Env | undefined): Value => {
    let state = start
    const inPlace = only?.inPlace
    if (inPlace !== undefined) {
      const owned: Owned = new Set()
      source.each(value, env, (found) =>
        only?.bind(found, env, (own) => {
          state = inPlace(state, own, owned)
        }),
      )
      return state
    }
    source.each(value, env, (found) => {
      let last: Value = null
      const before = state
      state = null
      step<Value>(
        found,
        env,
        (part, own, pass) => part.update.each(before, own, pass),
        (result) => {
          last = result
        },
      )
      state = last
    })
    return state
  }
  const initOne = init.one

  if (!node.isForeach)
    return {
      ...many((value, env, emit) => {
        init.each(value, env, (start) => emit(reduced(start, value, env)))
      }),
      one: initOne && ((value, env) => reduced(initOne(value, env), value, env)),
    }
  return {
    one: undefined,
    each: (value, env, emit) => {
      init.each(value, env, (start) => {
        let state = start
        source.each(value, env, (found) => {
          step<Value>(
            found,
            env,
            (part, own, pass) =>
              part.update.each(state, own, (result) => {
                state = result
                if (part.extract === undefined) pass(result)
                else part.extract.each(result, own, pass)
              }),
            emit,
          )
        })
      })
    },
    places: (place, env, emit) => {
      init.each(place.value, env, (start) => {
        let state = start
        source.each(place.value, env, (found) => {
          step<Place>(
            found,
            env,
            (part, own, pass) =>
              part.update.places(sameAs(place, state), own, (result) => {
                state = result.value
                if (part.extract === undefined) pass(result)
                else part.extract.places(result, own, pass)
              }),
            emit,
          )
        })
      })
    },
  }
}

/** A value that has come from elsewhere is a part only if it is what stands there. */
function sameAs(place: Place, value: Value): Place {
  return { value, steps: value === place.value ? place.steps : undefined }
}
