/**
 * The sandbox of a host with one origin: a hidden frame on no origin (opaque), which gets its scripts from the page and
 * reaches nothing else. It has no `sandbox` attribute, because such a frame is out of the service worker's reach, and
 * would not open offline; its answer's policy has the same effect, and its script refuses to work without.
 */
import { fieldsOf } from '../page/fields.ts'
import { watchFrame } from './frame-life.ts'
import { OPAQUE_SCRIPTS } from './protocol.ts'
import type { BootMessage, OpaqueScripts, PreviewPortMessage } from './protocol.ts'
import { createFrame } from './sandbox-frame.ts'
import type { BootOutcome, PreviewOutcome } from './sandbox-frame.ts'

/** Output folder of the build (scripts/lib/build/opaque-files.mjs). */
const FOLDER = '/opaque/'
const HINT =
  'Check that the app’s server has the folder “opaque” of the build and sends its headers (README, “Host it”), then reload the page.'

/** For a tab of an older version, whose scripts the server has no longer, and which were never kept. */
const OUTDATED_HINT =
  'Take the new version with “Reload” at the top of the page. Where that is not offered, close all tabs of Vivarium and open it again.'

interface OpaqueBootOptions {
  /** Why it is this one and not the other, for people. */
  readonly reason: string
  /** Build of the page; undefined from source. */
  readonly build: string | undefined
  readonly onDead: (message: string) => void
}

/** Never rejects. */
export function bootOpaqueFrame({ reason, build, onDead }: OpaqueBootOptions): Promise<BootOutcome> {
  const scripts = loadScripts(build)
  // Awaited once the frame is up; until then a failure is nobody's.
  scripts.catch(() => undefined)
  const element = createFrame(`${FOLDER}host.html`)
  // To every origin, since this frame has none to name.
  element.allow = 'cross-origin-isolated *'
  const preview = Promise.withResolvers<PreviewOutcome>()
  const post = (message: BootMessage | PreviewPortMessage, port: MessagePort) =>
    element.contentWindow?.postMessage(message, '*', [port])
  return new Promise((resolve) => {
    const fail = (message: string, hint = HINT) => {
      preview.resolve({ ok: false, message })
      resolve({ ok: false, message, hint })
    }
    const boot = async () => {
      try {
        const { port1, port2 } = new MessageChannel()
        post({ type: 'vivarium-boot', scripts: await scripts }, port2)
        const dispose = () => {
          preview.resolve({ ok: false, message: 'The sandbox was closed.' })
          life.dispose()
        }
        resolve({ ok: true, frame: { kind: 'opaque', port: port1, preview: preview.promise, dispose } })
      } catch (error) {
        life.dispose()
        if (error instanceof OtherBuild) return fail(error.message, OUTDATED_HINT)
        fail(`The sandbox's program could not be loaded: ${error instanceof Error ? error.message : error}`)
      }
    }
    const life = watchFrame(element, {
      origin: 'null',
      place: location.origin + FOLDER,
      onReady: () => void boot(),
      onPreview: () => {
        const connect = () => {
          const { port1, port2 } = new MessageChannel()
          post({ type: 'vivarium-preview-port' }, port2)
          return port1
        }
        preview.resolve({ ok: true, kind: 'inlined', address: `${FOLDER}preview.html`, reason, connect })
      },
      onDead: (message) => {
        fail(message)
        onDead(message)
      },
    })
    // Not to the body: the page may not have one yet.
    document.documentElement.append(element)
  })
}

class OtherBuild extends Error {}

/** Two versions never run side by side, as with the sandbox's own origin. */
async function loadScripts(build: string | undefined): Promise<OpaqueScripts> {
  const listed = fieldsOf(await (await load('scripts.json')).json())
  if (build !== undefined && listed['build'] !== build)
    throw new OtherBuild('The sandbox that the server has is of another version than this page.')
  const names = readNames(listed['scripts'])
  const loaded = OPAQUE_SCRIPTS.map(async (name) => [name, await (await load(names[name])).blob()])
  // Made from exactly the names that the type has.
  return Object.fromEntries(await Promise.all(loaded)) as OpaqueScripts
}

function readNames(data: unknown): Readonly<Record<keyof OpaqueScripts, string>> {
  if (!isNames(data)) throw new Error(`${FOLDER}scripts.json is not the list of its scripts.`)
  return data
}

function isNames(data: unknown): data is Readonly<Record<keyof OpaqueScripts, string>> {
  const names = fieldsOf(data)
  return OPAQUE_SCRIPTS.every((name) => typeof names[name] === 'string')
}

async function load(name: string): Promise<Response> {
  const response = await fetch(FOLDER + name)
  if (!response.ok) throw new Error(`the server answered ${response.status} for ${FOLDER}${name}`)
  return response
}
