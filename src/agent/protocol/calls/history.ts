/** Calls of the page on a session's past: its steps, recordings of it, and replays. */
import type { Result } from '../../../sandbox/contract/errors.ts'
import type { PreviewAnswer, PreviewRequest } from '../../../sandbox/page/preview-messages.ts'
import type { ToolOutcome } from '../events/call-events.ts'
import type { OpenedSession, ShownChanges } from '../opened-session.ts'

/** A moment of a session to which one can go back. */
export interface Step {
  /** Number of the event that ends it. */
  readonly seq: number
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly kind: 'start' | 'import' | 'prompt' | 'call' | 'answer' | 'user_change' | 'restore'
  /** e.g. the command. */
  readonly title: string
  /** Name of a call's tool. */
  readonly tool?: string
  readonly toolUseId?: string
  readonly outcome?: ToolOutcome
  /** The workspace after it; undefined while it is empty. */
  readonly root: string | undefined
  /** It changed the files. */
  readonly changed: boolean
  /** It was taken out of the conversation by a later restore. */
  readonly undone: boolean
}

/** The parts that a restore brings back. */
export interface RestoreChoice {
  readonly files: boolean
  readonly conversation: boolean
}

/** The parts of a session that go into a recording. */
export interface RecordingChoice {
  /** The last event; absent: all. */
  readonly toSeq?: number
  /** Paths of files and folders, from the workspace's root, that are left out of every tree. */
  readonly without?: readonly string[]
  readonly title?: string
}

interface SharedFile {
  readonly path: string
  /** Bytes of its last version. */
  readonly size: number
  readonly included: boolean
}

/** A text that looks like a key; the text itself is never included. */
export interface SecretFinding {
  /** e.g. `the file .env`, `step 4 (Bash)`. */
  readonly where: string
  /** e.g. `a likely secret (GitHub token)`. */
  readonly what: string
}

/** The content to be shared, before anything leaves. */
export interface SharePreview {
  readonly title: string
  readonly messages: number
  readonly calls: number
  /** Files of the first tree and of later ones, at most `SHARE_FILES_SHOWN`. */
  readonly files: readonly SharedFile[]
  readonly filesTotal: number
  /** Bytes of all versions of all files in it. */
  readonly contentBytes: number
  readonly findings: readonly SecretFinding[]
  /** For `#s=`; undefined where it would be longer than `linkLimit`. */
  readonly payload: string | undefined
  /** Characters that it has, or would have. */
  readonly payloadChars: number
  readonly linkLimit: number
}

export interface OpenedRecording extends OpenedSession {
  /** This recording was opened here before, and that session goes on. */
  readonly known: boolean
}

/** A session as text: JSON lines, Markdown, or one page that plays it. None has the workspace's files. */
/** `log`: events without any text of messages, files or output. */
export type TranscriptFormat = 'jsonl' | 'markdown' | 'html' | 'log'

export type RecordingOrigin = 'file' | 'link' | 'demo' | 'store'

/**
 * `payload` is what `#s=` carries, `url` and `key` what `#share=` does; `data` a `.vivarium` file. `allowsPrivate`: the
 * user has agreed that `url` is fetched, although it is on this device or in a private network.
 */
export type RecordingSource =
  | { readonly from: 'link'; readonly payload: string }
  | {
      readonly from: 'store'
      readonly url: string
      readonly key: string
      readonly allowsPrivate: boolean
    }
  | {
      readonly from: Exclude<RecordingOrigin, 'link' | 'store'>
      readonly data: Uint8Array
      readonly name: string
    }

export const REPLAY_SPEEDS = [0.5, 1, 2, 5, 20, 100] as const

/** `step`: to the next result of a call, then it waits. */
export type ReplayCommand =
  | { readonly type: 'pause' }
  | { readonly type: 'go_on' }
  | { readonly type: 'step' }
  | { readonly type: 'speed'; readonly speed: number }
  | { readonly type: 'take_over' }

/** A replay that is under way in this tab. */
export interface ReplayState {
  readonly speed: number
  readonly paused: boolean
}

export interface HistoryApi {
  steps(): Promise<readonly Step[]>
  /** Compares two trees of this session. */
  compare(from: string, to: string): Promise<Result<ShownChanges>>
  /** How the project of that tree serves its page by a program; null where it has none. */
  stepServer(root: string): Promise<string | null>
  /** A file of that tree, as the preview of a static site has it. */
  stepPage(root: string, request: PreviewRequest): Promise<PreviewAnswer>
  /** The content of a stored version of a file, by its hash in a comparison. */
  readVersion(hash: string): Promise<Result<Uint8Array>>
  /** Adds a step of its own: nothing is destroyed. */
  restore(seq: number, what: RestoreChoice): Promise<Result<void>>
  /** Creates and opens a session with all events up to the step; this one stays as it is. */
  fork(seq: number): Promise<Result<OpenedSession>>
}

export interface RecordingsApi {
  preview(choice: RecordingChoice): Promise<Result<SharePreview>>
  /** The session as a `.vivarium` file. */
  file(choice: RecordingChoice): Promise<Result<{ readonly name: string; readonly data: Uint8Array }>>
  /** The conversation and the calls up to there as text for others. Refused as a recording is. */
  transcript(
    choice: RecordingChoice,
    format: TranscriptFormat,
  ): Promise<Result<{ readonly name: string; readonly data: Uint8Array }>>
  /**
   * Creates a session from a recording, or from a transcript (`.jsonl`, or a page or text that has one), and
   * opens it. Runs nothing.
   */
  open(source: RecordingSource): Promise<Result<OpenedRecording>>
}

export interface ReplaysApi {
  /** Runs the open session again, in a session of its own, which is opened. */
  start(options: { readonly speed: number; readonly paused?: boolean }): Promise<Result<OpenedSession>>
  steer(command: ReplayCommand): Promise<Result<void>>
}
