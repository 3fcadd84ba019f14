/**
 * Bindings as native Node has them, by name and constant, from a dump of the pinned version. Everything callable
 * throws until an implementation of ours takes its place, so a missing part is an error and never a silence.
 */
import { UnavailableError } from './binding.ts'
import type { Binding } from './binding.ts'
import written from './skeleton.json' with { type: 'json' }

type Description =
  | null
  | string
  | number
  | boolean
  | { readonly $: 'function' | 'undefined' }
  | { readonly $: 'class'; readonly methods: readonly string[] }
  | { readonly $: 'bigint' | 'number'; readonly value: string }
  | { readonly $: 'symbol'; readonly description: string }
  | { readonly $: 'object'; readonly members: Readonly<Record<string, Description>> }
  | { readonly $: 'array'; readonly items: readonly Description[] }
  | { readonly $: 'map'; readonly entries: readonly (readonly [Description, Description])[] }
  | { readonly $: keyof typeof ARRAYS; readonly length: number }

const ARRAYS = {
  Uint8Array,
  Uint32Array,
  Int32Array,
  Float64Array,
  BigInt64Array,
  BigUint64Array,
}

interface Dump {
  readonly version: string
  readonly versions: Readonly<Record<string, string>>
  readonly bindings: Readonly<Record<string, Readonly<Record<string, Description>>>>
  readonly errors: readonly (readonly [number: number, words: readonly [name: string, message: string]])[]
  readonly options: {
    readonly options: readonly (readonly [
      name: string,
      type: number,
      environmentSetting: number,
      byDefault: Description,
      isTrueByDefault: boolean,
    ])[]
    readonly aliases: readonly (readonly [alias: string, names: readonly string[]])[]
  }
}

// The file is written by dump.mjs in exactly this shape; TypeScript reads its tuples as lists.
const dump = written as unknown as Dump
const { bindings } = dump

export const { version, versions } = dump

/** libuv's errors. */
export const uvErrors = dump.errors

/** The options of the command line, as Node's option parser reports them. */
export const { options: cliOptions, aliases: cliAliases } = dump.options

export function hasSkeleton(name: string): boolean {
  return Object.hasOwn(bindings, name)
}

/** A fresh binding of that name in which every function throws `UnavailableError`. */
export function skeletonOf(name: string): Binding {
  const described = bindings[name] ?? {}
  const binding: Binding = {}
  for (const [key, description] of Object.entries(described)) {
    binding[key] = materialise(description, `${name}.${key}`)
  }
  return binding
}

export function materialise(description: Description, path: string): unknown {
  if (description === null || typeof description !== 'object') return description
  switch (description.$) {
    case 'function':
      return unavailable(path)
    case 'class':
      return unavailableClass(path, description.methods)
    case 'undefined':
      return undefined
    case 'bigint':
      return BigInt(description.value)
    case 'number':
      return Number(description.value)
    case 'symbol':
      return Symbol(description.description)
    case 'array':
      return description.items.map((item) => materialise(item, path))
    case 'map':
      return new Map(
        description.entries.map(([key, value]) => [materialise(key, path), materialise(value, path)]),
      )
    case 'object':
      return nullObject(description.members, path)
    default:
      return new ARRAYS[description.$](description.length)
  }
}

function nullObject(members: Readonly<Record<string, Description>>, path: string): Binding {
  const object: Binding = { __proto__: null }
  for (const [key, value] of Object.entries(members)) object[key] = materialise(value, `${path}.${key}`)
  return object
}

/** Missing features that programs often use, named in their terms, with an alternative. */
const KNOWN: Readonly<Record<string, readonly [what: string, advice: string]>> = {
  'udp_wrap.UDP': [
    'UDP (node:dgram)',
    'Only HTTP leaves the sandbox, by http, https or fetch; programs in it talk to each other by node:net.',
  ],
  'crypto.parseX509': [
    'X509Certificate',
    'Read the certificate with a package in JavaScript, such as @peculiar/x509 or node-forge.',
  ],
}

/** Not an arrow function: some of these are classes natively, and the library extends them. */
function unavailable(path: string): (...args: unknown[]) => never {
  const known = Object.hasOwn(KNOWN, path) ? KNOWN[path] : undefined
  return function () {
    throw known ? new UnavailableError(...known) : new UnavailableError(`Node's internal "${path}"`)
  }
}

function unavailableClass(path: string, methods: readonly string[]): unknown {
  const Unavailable = unavailable(path)
  for (const method of methods) {
    Object.defineProperty(Unavailable.prototype, method, {
      value: unavailable(`${path}.${method}`),
      writable: true,
      configurable: true,
    })
  }
  return Unavailable
}
