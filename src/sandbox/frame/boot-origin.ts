/** The sandbox on an origin of its own: a hidden frame of it, and a port to its kernel. */
import { watchFrame } from './frame-life.ts'
import { BUILD_PARAMETER, HOST_PAGE, PREVIEW_PREFIX, SESSION_PARAMETER } from './preview-target.ts'
import { APP_ORIGIN_PARAMETER } from './protocol.ts'
import type { BootMessage, UpdateMessage, UpdateStep } from './protocol.ts'
import { createFrame } from './sandbox-frame.ts'
import type { BootOutcome, PreviewOutcome } from './sandbox-frame.ts'

/** Milliseconds after which the page goes on without the sandbox's newer version; fetching it may take long. */
const UPDATE_DEADLINE_MS: Readonly<Record<UpdateStep, number>> = { keep: 120_000, take: 5_000 }

interface OriginBootOptions {
  readonly sandboxOrigin: string
  /** Build of the page; undefined from source. */
  readonly build: string | undefined
  readonly onDead: (message: string) => void
}

/** Never rejects. */
export function bootOriginFrame({ sandboxOrigin, build, onDead }: OriginBootOptions): Promise<BootOutcome> {
  const session = crypto.randomUUID()
  const element = createOriginFrame(sandboxOrigin, { session, build })
  const preview = Promise.withResolvers<PreviewOutcome>()
  return new Promise((resolve) => {
    const life = watchFrame(element, {
      origin: sandboxOrigin,
      place: sandboxOrigin,
      build,
      onReady: () => {
        const { port1, port2 } = new MessageChannel()
        const boot: BootMessage = { type: 'vivarium-boot' }
        element.contentWindow?.postMessage(boot, sandboxOrigin, [port2])
        const dispose = () => {
          preview.resolve({ ok: false, message: 'The sandbox was closed.' })
          life.dispose()
        }
        const update = (step: UpdateStep) => updateFrame(element, { sandboxOrigin, step })
        resolve({
          ok: true,
          frame: { kind: 'origin', port: port1, preview: preview.promise, update, dispose },
        })
      },
      onPreview: (failure) => {
        if (failure === undefined)
          preview.resolve({
            ok: true,
            kind: 'served',
            base: `${sandboxOrigin}${PREVIEW_PREFIX}${session}/`,
          })
        else preview.resolve({ ok: false, message: `Pages cannot be previewed: ${failure}` })
      },
      onDead: (message) => {
        preview.resolve({ ok: false, message })
        resolve({ ok: false, message, hint: `Check that ${sandboxOrigin} is served, then reload the page.` })
        onDead(message)
      },
    })
    // Not to the body: the page may not have one yet.
    document.documentElement.append(element)
  })
}

function updateFrame(
  { contentWindow }: HTMLIFrameElement,
  { sandboxOrigin, step }: { readonly sandboxOrigin: string; readonly step: UpdateStep },
): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  const message: UpdateMessage = { type: 'vivarium-update', step }
  return new Promise((resolve) => {
    setTimeout(resolve, UPDATE_DEADLINE_MS[step])
    port1.onmessage = () => resolve()
    contentWindow?.postMessage(message, sandboxOrigin, [port2])
  })
}

function createOriginFrame(
  sandboxOrigin: string,
  { session, build }: { readonly session: string; readonly build: string | undefined },
): HTMLIFrameElement {
  const query = new URLSearchParams({
    [APP_ORIGIN_PARAMETER]: location.origin,
    [SESSION_PARAMETER]: session,
    ...(build === undefined ? {} : { [BUILD_PARAMETER]: build }),
  })
  const element = createFrame(`${sandboxOrigin}${HOST_PAGE}?${query}`)
  element.allow = 'cross-origin-isolated'
  // Safe only because it is another origin: `allow-same-origin` gives it back its own.
  element.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms')
  return element
}
