/** The session's past as the screen has it: its steps, two trees side by side, and the replay that is under way. */
import type { AgentEvent } from '../../agent/protocol/events.ts'
import { EMPTY_SCREEN, type ScreenState } from '../../agent/protocol/view/screen-state.ts'
import { applyEvents } from '../../agent/protocol/view/view.ts'
import type { ShownChanges } from '../../agent/protocol/opened-session.ts'
import type { AgentApi } from '../../agent/protocol/calls/agent-api.ts'
import type { RecordingSource, ReplayCommand, ReplayState, Step } from '../../agent/protocol/calls/history.ts'
import type { Result } from '../../sandbox/contract/errors.ts'
import type { RecordingAddress } from '../address.ts'
import { isPreviewRequest } from '../../sandbox/page/preview-messages.ts'
import type { PreviewAnswer } from '../../sandbox/page/preview-messages.ts'
import { isPrivateStore } from '../private-store.ts'
import { unexpected, type Problem } from '../problem.ts'
import { ShareModel } from '../share/share.svelte.ts'
import { fileContent, type FileVersions } from '../workspace/file-content.ts'
import { history as t } from '../language/en/history.ts'

type Source =
  | { readonly ok: true; readonly value: RecordingSource }
  | { readonly ok: false; readonly problem: Problem }

export class HistoryModel {
  /** Undefined while none is under way. */
  replay = $state.raw<ReplayState>()
  /** Undefined until they are read. */
  steps = $state.raw<readonly Step[]>()
  /** Roots that are to be compared when the timeline is opened. */
  trees = $state.raw<{ readonly from: string; readonly to: string }>()
  problem = $state.raw<Problem>()
  /** The step that the timeline is opened at: of a call, or the first from an event on. */
  goal: { readonly seq: number } | { readonly call: string } | undefined
  /** The log, read once for as long as the timeline shows these steps. */
  #past: Promise<readonly AgentEvent[]> | undefined
  #lastScreen = EMPTY_SCREEN

  readonly #agent: AgentApi

  constructor(agent: AgentApi) {
    this.#agent = agent
  }

  async load(): Promise<void> {
    this.#past = undefined
    this.#lastScreen = EMPTY_SCREEN
    const steps = await this.#attempt(t.readSteps, () => this.#agent.history.steps())
    if (steps) this.steps = steps
  }

  /** The screen as it was after an event; undefined when the log could not be read, which is shown. */
  async screenAt(seq: number): Promise<ScreenState | undefined> {
    this.#past ??= this.#agent.sessions.events(1)
    try {
      const events = await this.#past
      // A slider mostly moves on: what was there before is not reduced again.
      const before = this.#lastScreen.lastSeq <= seq ? this.#lastScreen : EMPTY_SCREEN
      this.#lastScreen = applyEvents(
        before,
        events.filter((event) => event.seq <= seq),
      )
      return this.#lastScreen
    } catch (error) {
      this.problem = unexpected('Reading the session', error)
      return undefined
    }
  }

  compareTrees(from: string, to: string): void {
    this.trees = { from, to }
  }

  /** Differing files; undefined after a failure, which is shown. `''` is the empty workspace. */
  async changes(from: string, to: string): Promise<ShownChanges | undefined> {
    // Asked for while something is drawn: nothing may be changed before the answer is there.
    try {
      return this.#valueOf(await this.#agent.history.compare(from, to))
    } catch (error) {
      this.problem = unexpected(t.comparingFiles, error)
      return undefined
    }
  }

  /** How the project of that tree serves its page by a program; undefined where it does not, or where it could not be read. */
  async serverAt(root: string): Promise<string | undefined> {
    // Only a hint goes missing with it; what is wrong with the store shows in the page itself.
    return (await this.#agent.history.stepServer(root).catch(() => null)) ?? undefined
  }

  /** On it a frame gets the files of that tree, and nothing else, until the frame is gone. */
  pagesAt(root: string): MessagePort {
    const { port1, port2 } = new MessageChannel()
    port2.onmessage = ({ data, ports: [answerTo] }: MessageEvent<unknown>) => {
      if (!answerTo || !isPreviewRequest(data)) return
      void this.#agent.history
        .stepPage(root, data)
        .catch((error: unknown) => plainAnswer(unexpected(t.readingFiles, error).message))
        .then((answer) => answerTo.postMessage(answer))
    }
    return port1
  }

  async versions(path: string, before?: string, after?: string): Promise<FileVersions> {
    const read = async (hash: string | undefined) => {
      const found = hash === undefined ? undefined : await this.#agent.history.readVersion(hash)
      return found?.ok ? fileContent(path, found.value) : undefined
    }
    const [old, now] = await Promise.all([read(before), read(after)])
    return { before: old, after: now }
  }

  /** True when it was done; else why not is shown. */
  async restore(step: Step, what: { files: boolean; conversation: boolean }): Promise<boolean> {
    const done = await this.#attempt(t.restoring, () => this.#agent.history.restore(step.seq, what))
    if (done && !done.ok) this.#valueOf(done)
    await this.load()
    return done?.ok ?? false
  }

  sharing(): ShareModel {
    return new ShareModel(this.#agent)
  }

  async steer(command: ReplayCommand): Promise<void> {
    await this.#attempt(t.steering, () => this.#agent.replays.steer(command))
  }

  /** Content of a recording for the agent, from any address or file. */
  async source(from: RecordingAddress | File): Promise<Source> {
    if (from instanceof File) {
      const data = new Uint8Array(await from.arrayBuffer())
      return { ok: true, value: { from: 'file', data, name: from.name } }
    }
    if (from.kind === 'shared') return { ok: true, value: { from: 'link', payload: from.payload } }
    if (from.kind === 'stored') {
      const { url, key } = from
      return { ok: true, value: { from: 'store', url, key, allowsPrivate: isPrivateStore(url) } }
    }
    const { fetchRecording } = await import('./fetch-recording.ts')
    return fetchRecording(from)
  }

  async #attempt<T>(what: string, call: () => Promise<T>): Promise<T | undefined> {
    this.problem = undefined
    try {
      return await call()
    } catch (error) {
      this.problem = unexpected(what, error)
      return undefined
    }
  }

  #valueOf<T>(result: Result<T>): T | undefined {
    if (result.ok) return result.value
    this.problem = { message: result.error.message, hint: result.error.hint }
    return undefined
  }
}

function plainAnswer(text: string): PreviewAnswer {
  return { status: 500, contentType: 'text/plain; charset=utf-8', body: new TextEncoder().encode(text) }
}
