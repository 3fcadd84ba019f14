/** Functions as builtins see them, `declare -f` and `export -f`, and as a shell hands them to the next in its environment. */
import { liveFunctionText } from '../grammar/function-text.js'

/** `declare -f`, with names or without; undefined for other uses of declare. */
export function liveFunctions({ state }, args, parts) {
  const flags = args.filter((arg) => /^-[a-zA-Z]*f[a-zA-Z]*$/.test(arg))
  if (flags.length === 0) return undefined
  if (flags.some((flag) => flag.includes('x'))) return liveExportFunctions({ state }, args)
  const named = args.filter((arg) => !arg.startsWith('-'))
  const names = named.length > 0 ? named : [...state.functions.keys()].sort()
  let stdout = ''
  for (const name of names) {
    const found = state.functions.get(name)
    if (found) stdout += liveFunctionText(name, found, parts)
  }
  return { stdout, stderr: '', exitCode: named.every((name) => state.functions.has(name)) ? 0 : 1 }
}

/** `export -f`; undefined for other uses of export. */
export function liveExportFunctions({ state }, args) {
  const flags = args.filter((arg) => /^-[a-zA-Z]+$/.test(arg)).join('')
  if (!flags.includes('f')) return undefined
  state.exportedFunctions = new Set(state.exportedFunctions)
  let stderr = ''
  for (const name of args.filter((arg) => !arg.startsWith('-'))) {
    if (!state.functions.has(name)) stderr += `bash: export: ${name}: not a function\n`
    else if (flags.includes('n')) state.exportedFunctions.delete(name)
    else state.exportedFunctions.add(name)
  }
  return { stdout: '', stderr, exitCode: stderr === '' ? 0 : 1 }
}

const IN_ENVIRONMENT = /^BASH_FUNC_([^=]+)%%$/

/** The variables that hand exported functions to programs, as an object without a prototype. */
export function liveExportedFunctions({ functions, exportedFunctions }, parts) {
  const variables = Object.create(null)
  for (const name of exportedFunctions ?? []) {
    const found = functions.get(name)
    const text = found && liveFunctionText('', found, parts).trimEnd()
    if (text) variables[`BASH_FUNC_${name}%%`] = text.replace(/^ \(\) \n\{ \n {4}/, '() {  ')
  }
  return variables
}

/** The functions of a shell that starts: those that it has, and those that were handed to it. */
export function liveImportedFunctions(functions, env, parse) {
  const all = new Map(functions)
  for (const [variable, text] of Object.entries(env ?? {})) {
    const [, name] = IN_ENVIRONMENT.exec(variable) ?? []
    if (name === undefined || !text.startsWith('() {')) continue
    const definition = parse(`${name} ${text}`).statements[0]?.pipelines[0]?.commands[0]
    if (definition?.type === 'FunctionDef') all.set(name, { ...definition, sourceFile: 'environment' })
  }
  return all
}

/** They are handed on. */
export function liveImportedNames(names, env) {
  const handed = Object.keys(env ?? {}).map((variable) => IN_ENVIRONMENT.exec(variable)?.[1])
  return new Set([...(names ?? []), ...handed.filter((name) => name !== undefined)])
}
