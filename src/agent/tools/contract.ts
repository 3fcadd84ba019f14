/** The contract of a tool. Everything that runs for the model was made by `buildTool`. */
import type { Moment } from '../../sandbox/contract/replay-clock.ts'
import { z } from 'zod'
import { RESULT_CHARS, TOOL_TIMEOUT_MS } from '../limits.ts'
import type { PermissionCall, ToolCheck } from '../permission/contract.ts'
import type { Browser } from '../protocol/browser.ts'
import type { PermissionMode } from '../protocol/permission-modes.ts'
import type { ToolDisplay } from '../protocol/events/call-events.ts'
import type { AnsweredQuery } from '../protocol/billed.ts'
import { nearestName } from '../protocol/text/nearest-name.ts'
import type { DocumentBlock, ImageBlock, TextBlock } from '../protocol/messages.ts'
import type { UserAnswer, UserQuestion } from '../protocol/questions.ts'
import type { ResultFile, Sandbox } from '../../sandbox/contract/contract.ts'
import type { Egress } from '../../sandbox/contract/egress.ts'
import type { BackgroundJobs } from './shell/background-jobs.ts'
import type { CommandOutput } from './shell/live-output.ts'
import { parseLeniently } from './coerce.ts'
import type { ToolState } from './state.ts'

/** Context of a running call. Nothing in it outlives the call. */
export interface ToolContext {
  readonly sandbox: Sandbox
  /** The one way out: it decides, asks and logs by itself. */
  readonly egress: Egress
  /** The preview, as far as there is one. */
  readonly browser: Browser
  /** Aborted when the user stops, a sibling fails or the time is up. */
  readonly signal: AbortSignal
  readonly turnId: string
  readonly toolUseId: string
  /** Read only: a tool changes it through `ToolOutput.changes`. */
  readonly state: ToolState
  /** Commands that go on when their call has ended. */
  readonly jobs: BackgroundJobs
  /** Milliseconds after which a command goes into the background; absent: as always. */
  readonly backgroundAfterMs?: number
  /** With which a command begins; in a replay the recorded one, undefined where none was recorded. */
  readonly moment: Moment | undefined
  /** Live output for the screen, cut at a limit; the result is authoritative. */
  emit(output: { readonly stream: 'stdout' | 'stderr'; readonly text: string }): void
  /** For live output of a command that has opened withheld files; absent: it is shown as it is. */
  readonly maskValues?: ((text: string) => string) | undefined
  /** Another model was asked in the course of the call, by a side query that is billed for it. */
  used(other: AnsweredQuery & { readonly model: string }): void
  readonly mode: PermissionMode
  /** For tools that require user interaction. Rejects when the run is stopped meanwhile. */
  askUser(question: UserQuestion): Promise<UserAnswer>
  /** The person has said so in the answer to a question. */
  setMode(mode: PermissionMode): Promise<void>
  /** Whether the conversation still has the result of this earlier call as it was given. */
  isShown(toolUseId: string): boolean
  /** False for a path that a rule keeps from being read, so that searches leave it out. */
  mayRead(path: string): boolean
}

/** The outcome of a call. A tool returns failures, it does not throw them. */
export interface ToolOutput {
  readonly content: readonly (TextBlock | ImageBlock | DocumentBlock)[]
  readonly isError: boolean
  readonly display?: ToolDisplay
  /** The command that wrote the output: the files it opened decide how it is shown. */
  readonly command?: CommandOutput
  /** Seed and clock that a replay gives the same command. */
  readonly moment?: Moment
  /** Said to the model after the text, about it: no part of the text where that is stored. */
  readonly ending?: string | undefined
  /** The file at `/results` that has all of a text which was too long. */
  readonly stored?: ResultFile
  /** Says only where the content is: the id of the call whose result shows it. */
  readonly shownBy?: string
  /** Applied after a serial call, or when its concurrent batch has ended; not when the call was cancelled. */
  readonly changes?: (state: ToolState) => void
}

/** Resources that a call would touch, for the permission system. Paths are absolute and normalised. */
export interface Subject {
  readonly reads?: readonly string[]
  readonly writes?: readonly string[]
  /** Written, too, where they are there. */
  readonly writesIfThere?: readonly string[]
  /** Patterns of the shell; links that one matches are written through. */
  readonly writesLike?: readonly string[]
  readonly command?: string
  readonly cwd?: string
}

/** Claims that a tool makes about itself; declarations, not enforcement. */
export interface ToolFlags {
  /** Older names, so that old transcripts keep working. */
  readonly aliases: readonly string[]
  /** Another name for "does nothing but": which permission defaults apply. */
  readonly kind: PermissionCall['kind']
  /** Characters of the result in history; more is stored at `/results`. Infinity: it bounds itself. */
  readonly maxResultChars: number
  /** The preview of a longer result is its end, not its beginning. */
  readonly previewEnd: boolean
  /** Milliseconds after which the pipeline gives the call up; Infinity where a person is waited for. */
  readonly timeoutMs: number
  /** The effect of a new user message on a running call. */
  readonly interruptBehavior: 'cancel' | 'block'
  /** Cannot run where nobody answers. */
  readonly requiresUserInteraction: boolean
  readonly requiresPermission: boolean
  /** Name of a tool to try instead. */
  readonly fallback: string | undefined
  /** A run can do without it: where it does not work, that is no error. */
  readonly isOptional: boolean
}

/** Fail-closed: each override is an affirmative claim of safety. */
export const TOOL_DEFAULTS: ToolFlags & {
  readonly isEnabled: boolean
  readonly isConcurrencySafe: boolean
  readonly isReadOnly: boolean
  readonly isDestructive: boolean
} = {
  aliases: [],
  kind: 'other',
  maxResultChars: RESULT_CHARS.shell,
  previewEnd: false,
  timeoutMs: TOOL_TIMEOUT_MS,
  interruptBehavior: 'block',
  requiresUserInteraction: false,
  requiresPermission: true,
  fallback: undefined,
  isOptional: false,
  isEnabled: true,
  isConcurrencySafe: false,
  isReadOnly: false,
  isDestructive: true,
}

export interface ToolDefinition<Schema extends z.ZodObject> extends Partial<ToolFlags> {
  readonly name: string
  /** For the model: its purpose, when to use it and when not, naming the alternative. */
  readonly description: string
  /** Strict, every field described: the run-time check and what the model reads. */
  readonly schema: Schema
  /** Names that fields had before, so that old transcripts and habits keep working. */
  readonly renamedFields?: Readonly<Record<string, string>>
  isEnabled?(): boolean
  isConcurrencySafe?(input: z.infer<Schema>): boolean
  isReadOnly?(input: z.infer<Schema>): boolean
  isDestructive?(input: z.infer<Schema>): boolean
  /** Short form for the screen, e.g. the command. */
  title(input: z.infer<Schema>): string
  subject?(input: z.infer<Schema>, state: Pick<ToolState, 'cwd'>): Subject
  /** Business rules beyond the schema: the problem and the remedy, or undefined. */
  validate?(input: z.infer<Schema>, context: ToolContext): Promise<string | undefined>
  /** The tool's own opinion, after rules and before the mode. */
  check?(input: z.infer<Schema>, call: Omit<PermissionCall, 'check'>): ToolCheck
  run(input: z.infer<Schema>, context: ToolContext): Promise<ToolOutput>
}

/** A call whose input has passed the schema; the closures hold the typed input. */
export interface PreparedCall {
  readonly input: Readonly<Record<string, unknown>>
  /** Arguments that were taken for something else than they were written as. */
  readonly coercions: readonly string[]
  readonly title: string
  readonly isConcurrencySafe: boolean
  readonly isReadOnly: boolean
  readonly isDestructive: boolean
  /** `cwd`: where it would start. */
  subject(state: Pick<ToolState, 'cwd'>): Subject
  validate(context: ToolContext): Promise<string | undefined>
  check(call: Omit<PermissionCall, 'check'>): ToolCheck
  run(context: ToolContext): Promise<ToolOutput>
}

export type Preparation =
  | { readonly ok: true; readonly call: PreparedCall }
  | { readonly ok: false; readonly issues: readonly string[] }

/** JSON Schema as the model reads it: inlined, no `$ref`. */
type JsonSchema = Readonly<Record<string, unknown>> & { readonly type: 'object' }

export interface Tool extends ToolFlags {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonSchema
  isEnabled(): boolean
  /** Checks the input once and classifies the call once. Never throws. */
  prepare(input: unknown): Preparation
}

export function buildTool<Schema extends z.ZodObject>(definition: ToolDefinition<Schema>): Tool {
  let inputSchema: JsonSchema | undefined
  return {
    ...TOOL_DEFAULTS,
    ...definedFlags(definition),
    name: definition.name,
    description: definition.description,
    // Made when a model is first told of it, which is long after all tools are there.
    get inputSchema() {
      return (inputSchema ??= jsonSchemaOf(definition.schema))
    },
    isEnabled: () => definition.isEnabled?.() ?? TOOL_DEFAULTS.isEnabled,
    prepare: (input) => prepare(definition, input),
  }
}

export function textOutput(text: string, extra: Omit<ToolOutput, 'content' | 'isError'> = {}): ToolOutput {
  return { content: [{ type: 'text', text }], isError: false, ...extra }
}

export function errorOutput(text: string, extra: Omit<ToolOutput, 'content' | 'isError'> = {}): ToolOutput {
  return { content: [{ type: 'text', text }], isError: true, ...extra }
}

function definedFlags(definition: Partial<ToolFlags>): Partial<ToolFlags> {
  const keys = Object.keys(TOOL_DEFAULTS).filter(
    (key): key is keyof ToolFlags => !key.startsWith('is') || key === 'isOptional',
  )
  return Object.fromEntries(
    keys.filter((key) => definition[key] !== undefined).map((key) => [key, definition[key]]),
  )
}

function prepare<Schema extends z.ZodObject>(definition: ToolDefinition<Schema>, raw: unknown): Preparation {
  const parsed = parseLeniently(definition.schema, raw, definition.renamedFields)
  if (!parsed.ok) {
    const known = Object.keys(definition.schema.shape)
    return { ok: false, issues: parsed.issues.map((issue) => describeIssue(issue, parsed.input, known)) }
  }
  const { input } = parsed
  const classify = (judge: ((input: z.infer<Schema>) => boolean) | undefined, otherwise: boolean) =>
    judge === undefined ? otherwise : judged(() => judge(input), otherwise)
  return {
    ok: true,
    call: {
      input,
      coercions: parsed.changes,
      title: definition.title(input),
      isConcurrencySafe: classify(definition.isConcurrencySafe, TOOL_DEFAULTS.isConcurrencySafe),
      isReadOnly: classify(definition.isReadOnly, TOOL_DEFAULTS.isReadOnly),
      isDestructive: classify(definition.isDestructive, TOOL_DEFAULTS.isDestructive),
      subject: (state) => definition.subject?.(input, state) ?? {},
      validate: async (context) => definition.validate?.(input, context),
      check: (call) => definition.check?.(input, call),
      run: (context) => definition.run(input, context),
    },
  }
}

/** A classifier that throws counts as the unsafe answer. */
function judged(judge: () => boolean, otherwise: boolean): boolean {
  try {
    return judge()
  } catch {
    return otherwise
  }
}

/** One mismatch, with the exact field and what is expected there. */
function describeIssue(issue: z.core.$ZodIssue, raw: unknown, known: readonly string[]): string {
  const field = issue.path.length === 0 ? 'the input' : `\`${issue.path.map(String).join('.')}\``
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.map((key) => `\`${key}\``).join(', ')
    if (issue.path.length > 0) return `unknown field ${names} in ${field}`
    const meant = issue.keys.map((key) => likelyField(key, known)).find((name) => name !== undefined)
    const offer = meant === undefined ? '' : ` Did you mean \`${meant}\`?`
    return `unknown field ${names}. Known fields: ${known.join(', ')}.${offer}`
  }
  const value = valueAt(raw, issue.path)
  if (issue.code === 'invalid_type' && value === undefined) {
    return `${field} is required: expected ${issue.expected}`
  }
  return `${field}: ${issue.message}${value === undefined ? '' : `, got ${shortJson(value)}`}`
}

/** `path` for `file_path`, `filePath` for `file_path`, `patern` for `pattern`. */
function likelyField(key: string, known: readonly string[]): string | undefined {
  const plain = (name: string) => name.replace(/[^a-z]/gi, '').toLowerCase()
  const wanted = plain(key)
  const alike = known.find((name) => {
    const other = plain(name)
    return wanted.length > 2 && other.length > 2 && (other.includes(wanted) || wanted.includes(other))
  })
  return alike ?? nearestName(key, known)
}

function valueAt(raw: unknown, path: readonly PropertyKey[]): unknown {
  let value: unknown = raw
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = Object.entries(value).find(([name]) => name === String(key))?.[1]
  }
  return value
}

/** Characters of a wrong value that an error repeats. */
const SHOWN_VALUE = 80

function shortJson(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > SHOWN_VALUE ? `${text.slice(0, SHOWN_VALUE)}…` : text
}

function jsonSchemaOf(schema: z.ZodObject): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-07',
    io: 'input',
    reused: 'inline',
    cycles: 'throw',
    override: ({ jsonSchema }) => {
      // zod writes the range of safe integers; for the model it is noise.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
    },
  })
  return { ...rest, type: 'object' }
}
