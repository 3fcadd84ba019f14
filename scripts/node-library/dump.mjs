/**
 * Run by the pinned Node itself (`dump-bindings.mjs`): prints, as JSON, the places of the library's sources in
 * the executable, and the names, constants and options of its bindings.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const { internalBinding } = createRequire(import.meta.url)('internal/test/binding')

const BINDINGS =
  'async_context_frame async_wrap blob block_list buffer builtins cares_wrap config constants contextify credentials ' +
  'crypto encoding_binding errors fs fs_dir fs_event_wrap heap_utils http2 http_parser icu inspector js_stream ' +
  'js_udp_wrap messaging mksnapshot module_wrap modules options os performance permission pipe_wrap process_methods ' +
  'process_wrap profiler report sea serdes signal_wrap spawn_sync sqlite stream_wrap string_decoder symbols ' +
  'task_queue tcp_wrap timers tls_wrap trace_events tty_wrap types udp_wrap url util uv v8 wasi wasm_web_api ' +
  'watchdog webstorage worker zlib'

const MACHINE_DEPENDENT = new Set([
  'builtins.natives',
  'builtins.config',
  'options.envSettings',
  'builtins.builtinCategories',
])

function methodsOf(fn) {
  const names = fn.prototype ? Object.getOwnPropertyNames(fn.prototype) : []
  return names.filter((name) => name !== 'constructor')
}

function describe(value, depth) {
  if (typeof value === 'function') {
    const methods = methodsOf(value)
    return methods.length > 0 ? { $: 'class', methods } : { $: 'function' }
  }
  if (typeof value === 'bigint') return { $: 'bigint', value: String(value) }
  if (typeof value === 'symbol') return { $: 'symbol', description: value.description }
  if (value === undefined) return { $: 'undefined' }
  if (typeof value === 'number' && !Number.isFinite(value)) return { $: 'number', value: String(value) }
  if (value === null || typeof value !== 'object') return value
  if (ArrayBuffer.isView(value)) return { $: value.constructor.name, length: value.length }
  if (Array.isArray(value)) return { $: 'array', items: value.map((item) => describe(item, depth + 1)) }
  if (value instanceof Map) {
    return {
      $: 'map',
      entries: [...value].map(([key, item]) => [describe(key, depth), describe(item, depth + 1)]),
    }
  }
  if (depth > 4) return { $: 'object', members: {} }
  const members = {}
  for (const key of Object.getOwnPropertyNames(value)) members[key] = describe(value[key], depth + 1)
  return { $: 'object', members }
}

function bindings() {
  const all = {}
  for (const name of BINDINGS.split(' ')) {
    let binding
    try {
      binding = internalBinding(name)
    } catch {
      continue // Not in this build; asking for it then fails as it does natively.
    }
    all[name] = {}
    for (const key of Object.getOwnPropertyNames(binding)) {
      if (!MACHINE_DEPENDENT.has(`${name}.${key}`)) all[name][key] = describe(binding[key], 0)
    }
  }
  return all
}

function sources() {
  const executable = readFileSync(process.execPath)
  const places = {}
  for (const [id, source] of Object.entries(process.binding('natives'))) {
    if (typeof source !== 'string' || id === 'config') continue
    let bytes = Buffer.from(source, 'latin1')
    const wide = bytes.toString('latin1') !== source
    if (wide) bytes = Buffer.from(source, 'utf16le')
    const offset = executable.indexOf(bytes)
    if (offset < 0) throw new Error(`The source of ${id} is not in the executable as plain text.`)
    places[id] = wide ? [offset, bytes.length, 'utf16le'] : [offset, bytes.length]
  }
  return places
}

const { getCLIOptionsInfo, getCLIOptionsValues } = internalBinding('options')
/** [name, type, environment setting, default value, help] for each option. */
function options() {
  const { options, aliases } = getCLIOptionsInfo()
  const values = getCLIOptionsValues()
  const read = (name) => {
    // This very run sets these two.
    if (name === '--expose-internals') return false
    if (name === '--warnings') return true
    const value = values instanceof Map ? values.get(name) : values[name]
    return describe(value?.value ?? value, 0)
  }
  return {
    options: [...options].map(([name, info]) => [
      name,
      info.type,
      info.envVarSettings,
      read(name),
      info.defaultIsTrue,
    ]),
    aliases: [...aliases],
  }
}

process.stdout.write(
  JSON.stringify({
    version: process.version,
    versions: process.versions,
    sources: sources(),
    bindings: bindings(),
    errors: [...internalBinding('uv').getErrorMap()],
    options: options(),
  }),
)
