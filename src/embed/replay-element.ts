/** `<vivarium-replay src>`: a recording in any page, read-only. */
import type { Recording } from '../agent/session/recording/recording.ts'
import { messagesOf } from '../agent/session/transcript/messages.ts'
import type { TranscriptMessage } from '../agent/session/transcript/messages.ts'
import { drawMessage, element } from './draw-message.ts'
import { LoadProblem, loadRecording, sourceOf } from './load-recording.ts'
import type { Source } from './load-recording.ts'
import { Player } from './player.ts'
import { STYLE } from './style.ts'

/** Pixels below the last message. */
const SCROLL_MARGIN = 12
const SPEEDS = [0.5, 1, 5, 20]

/**
 * Attributes: `src` (a `.vivarium` file or a `#s=` link), `step` (messages shown at first; all of them without),
 * `autoplay`, `speed`, `theme` (`light`, `dark`). Events, which bubble: `vivarium-ready`, `vivarium-step` and
 * `vivarium-end` with `{ position, length }`, `vivarium-error` with `{ message, hint }`.
 */
export class ReplayElement extends HTMLElement {
  static readonly observedAttributes = ['src', 'speed']
  readonly #root = this.attachShadow({ mode: 'open' })
  #player: Player | undefined
  #bar: Bar | undefined
  /** From then on it scrolls to where it is. */
  #isShown = false
  #recording: Recording | undefined
  #leave = new AbortController()

  constructor() {
    super()
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(STYLE)
    this.#root.adoptedStyleSheets = [sheet]
  }

  /** Messages that are shown. */
  get position(): number {
    return this.#player?.position ?? 0
  }

  /** Messages in all; 0 until there is a recording. */
  get length(): number {
    return this.#player?.length ?? 0
  }

  get playing(): boolean {
    return this.#player?.playing ?? false
  }

  play(): void {
    this.#player?.play()
  }

  pause(): void {
    this.#player?.pause()
  }

  /** So many messages on, or back. */
  step(by = 1): void {
    this.#player?.seek(this.position + by)
  }

  /** Shows so many messages. */
  seek(position: number): void {
    this.#player?.seek(position)
  }

  /** The recorded events, as `window.vivarium.session.events` gives them; none until there is a recording. */
  events(fromSeq = 1): Recording['events'] {
    return this.#recording?.events.filter(({ seq }) => seq >= fromSeq) ?? []
  }

  connectedCallback(): void {
    void this.#open()
  }

  disconnectedCallback(): void {
    this.#close()
  }

  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    if (!this.isConnected || before === now) return
    if (name === 'src') void this.#open()
    else if (this.#player) {
      this.#player.speed = Number(now ?? 1)
      this.#bar?.show(this.#player)
    }
  }

  #close(): void {
    this.#leave.abort()
    this.#player?.pause()
    this.#player = undefined
    this.#recording = undefined
    this.#isShown = false
  }

  async #open(): Promise<void> {
    this.#close()
    const { signal } = (this.#leave = new AbortController())
    this.#say('status', 'state', 'Loading the recording …')
    try {
      const source = sourceOf(this.getAttribute('src') ?? '', document.baseURI)
      const recording = await loadRecording(source, signal)
      if (signal.aborted) return
      this.#recording = recording
      this.#draw(recording, source)
    } catch (error) {
      if (!signal.aborted) this.#fail(error)
    }
  }

  #fail(error: unknown): void {
    const { message, hint } =
      error instanceof LoadProblem
        ? error
        : new LoadProblem(`The recording cannot be shown: ${String(error)}`, 'Reload the page.')
    this.#say('alert', 'problem', `${message} ${hint}`)
    this.#tell('vivarium-error', { message, hint })
  }

  #say(role: string, className: string, text: string): void {
    const said = element('p', className, text)
    said.setAttribute('role', role)
    const messages = element('div', 'messages')
    messages.append(said)
    this.#show(element('header', ''), messages)
  }

  #show(...parts: readonly HTMLElement[]): void {
    const frame = element('section', 'frame')
    frame.setAttribute('aria-label', 'Recorded session')
    frame.append(...parts)
    this.#root.replaceChildren(frame)
  }

  #draw({ manifest, events }: Recording, source: Source): void {
    const said = messagesOf(events)
    const messages = element('div', 'messages')
    messages.tabIndex = 0
    messages.setAttribute('role', 'region')
    messages.setAttribute('aria-label', 'Conversation')
    if (said.length === 0) messages.append(element('p', 'state', 'Nothing was said in this session.'))
    const bar = (this.#bar = new Bar())
    const drawn: HTMLElement[] = []
    this.#player = new Player(
      said.map(({ at }) => at),
      (player) => {
        const { position, length } = player
        drawUpTo(position, { said, drawn, messages })
        bar.show(player)
        if (this.#isShown) showEnd(messages, drawn[position - 1])
        this.#tell('vivarium-step', { position, length })
        if (position === length && !player.playing) this.#tell('vivarium-end', { position, length })
      },
    )
    bar.drive(this.#player)
    this.#show(headOf(manifest.title, source), messages, bar.element)
    this.#player.speed = Number(this.getAttribute('speed') ?? 1)
    const step = this.getAttribute('step')
    this.#player.seek(step === null || !Number.isFinite(Number(step)) ? said.length : Number(step))
    this.#isShown = true
    this.#tell('vivarium-ready', { position: this.position, length: this.length })
    if (this.hasAttribute('autoplay')) this.#player.play()
  }

  #tell(type: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }))
  }
}

/** Elements are made when they are first shown. */
function drawUpTo(
  count: number,
  parts: {
    readonly said: readonly TranscriptMessage[]
    readonly drawn: HTMLElement[]
    readonly messages: HTMLElement
  },
): void {
  const { said, drawn, messages } = parts
  const made = said.slice(drawn.length, count).map(drawMessage)
  drawn.push(...made)
  messages.append(...made)
  const shown = drawn.findIndex(({ hidden }) => hidden)
  const before = shown === -1 ? drawn.length : shown
  for (const article of drawn.slice(Math.min(before, count), Math.max(before, count)))
    article.hidden = count < before
}

/** Without moving the page around it, as the browser's own way would. */
function showEnd(messages: HTMLElement, last: HTMLElement | undefined): void {
  const end = last?.getBoundingClientRect().bottom ?? 0
  messages.scrollTop += end - messages.getBoundingClientRect().bottom + SCROLL_MARGIN
}

function headOf(title: string, source: Source): HTMLElement {
  const head = element('header', '')
  const heading = element('p', 'title', title.trim() || 'Untitled session')
  heading.setAttribute('part', 'title')
  head.append(heading)
  const address = source.kind === 'file' ? source.url.href : source.opens
  if (address !== undefined) {
    const link = element('a', '', source.kind === 'file' ? 'Download' : 'Open in Vivarium')
    link.href = address
    link.rel = 'noopener noreferrer'
    if (source.kind === 'file') link.download = ''
    else link.target = '_blank'
    head.append(link)
  }
  return head
}

/** The buttons below. */
class Bar {
  readonly element = element('div', 'bar')
  readonly #play = element('button', 'play', 'Play')
  readonly #back = element('button', '', '‹')
  readonly #on = element('button', '', '›')
  readonly #range = element('input', '')
  readonly #place = element('output', '')
  readonly #speed = element('select', '')

  constructor() {
    this.element.setAttribute('role', 'group')
    this.element.setAttribute('aria-label', 'Player')
    this.#back.setAttribute('aria-label', 'Previous message')
    this.#on.setAttribute('aria-label', 'Next message')
    this.#range.type = 'range'
    this.#range.min = '0'
    this.#range.setAttribute('aria-label', 'Message')
    this.#speed.setAttribute('aria-label', 'Speed')
    for (const button of [this.#play, this.#back, this.#on]) button.type = 'button'
    this.element.append(this.#play, this.#back, this.#on, this.#range, this.#place, this.#speed)
  }

  drive(player: Player): void {
    this.#range.max = String(player.length)
    this.#play.disabled = player.length === 0
    this.#play.onclick = () => (player.playing ? player.pause() : player.play())
    this.#back.onclick = () => player.seek(player.position - 1)
    this.#on.onclick = () => player.seek(player.position + 1)
    this.#range.oninput = () => player.seek(this.#range.valueAsNumber)
    this.#speed.onchange = () => (player.speed = Number(this.#speed.value))
  }

  show({ position, length, playing, speed }: Player): void {
    this.#play.textContent = playing ? 'Pause' : 'Play'
    this.#back.disabled = position === 0
    this.#on.disabled = position === length
    this.#range.value = String(position)
    this.#range.setAttribute('aria-valuetext', `${position} of ${length}`)
    this.#place.textContent = `${position} / ${length}`
    const speeds = SPEEDS.includes(speed) ? SPEEDS : [...SPEEDS, speed].toSorted((a, b) => a - b)
    if (speeds.length !== this.#speed.length || this.#speed.value !== String(speed)) {
      this.#speed.replaceChildren(...speeds.map((value) => new Option(`${value} ×`, String(value))))
      this.#speed.value = String(speed)
    }
  }
}
