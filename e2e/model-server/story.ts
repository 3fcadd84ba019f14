/**
 * A scripted agent: steps of tool calls, each with what its results must look like. Where it stands follows from the
 * conversation alone, so a retried, reloaded or resumed run goes on at the right step.
 */
import { isDeepStrictEqual } from 'node:util'
import { humanText, readResults, type Conversation, type ToolResult } from './conversation.ts'
import { asArray, asBlocks, asObject, type JsonObject } from './json.ts'
import { MAX_STEP_ATTEMPTS } from './limits.ts'
import type { Brain } from './script.ts'
import { text, thinking, toolUse, type ReplyBlock, type Turn } from './turn.ts'

export interface StoryCall {
  readonly tool: string
  readonly input: JsonObject
  /** The result's text must match; one that does not (a cancelled call, a denied one) makes the step be tried again. */
  readonly expect: RegExp
}

export interface StoryStep {
  readonly think?: string
  readonly say?: string
  /** Sees the results of all earlier steps, in call order. */
  readonly calls: (results: readonly ToolResult[]) => readonly StoryCall[]
}

export interface Story {
  readonly name: string
  /** Matches the project's package.json. */
  readonly project: RegExp
  /** The user's prompt. */
  readonly prompt: string
  readonly steps: readonly StoryStep[]
  /** The answer in Markdown. */
  readonly answer: (results: readonly ToolResult[]) => string
}

/** Progress of a conversation in a story. */
interface Progress {
  readonly step: number
  readonly attempts: number
  readonly results: readonly ToolResult[]
  /** The result that stopped the step last tried, if it did not match. */
  readonly mismatch: string | undefined
  /** A command of the step takes so long that it went into the background; its end is waited for. */
  readonly waiting?:
    | { readonly calls: readonly StoryCall[]; readonly results: readonly ToolResult[]; readonly job: string }
    | undefined
}

/** Bash's result for a command that takes longer than a call may block. */
const IN_BACKGROUND = /goes on in the background as (\w+)/
const STILL_RUNNING = /is still running\.\]/

const PACKAGE_STEP: StoryStep = {
  say: 'I look at the project first.',
  calls: () => [{ tool: 'Read', input: { file_path: '/workspace/package.json' }, expect: /"name"/ }],
}

/** Reads package.json, then plays the story that fits it. `otherwise` answers where none does. */
export function storyBrain(stories: readonly Story[], otherwise: Brain, pace: Partial<Turn> = {}): Brain {
  return (conversation) => {
    if (!/\btests?\b/i.test(task(conversation.body))) return { ...pace, ...otherwise(conversation) }
    const opening = progress([PACKAGE_STEP], conversation)
    const packageJson = opening.results[0]?.text
    if (packageJson === undefined) return { ...pace, ...stepTurn([PACKAGE_STEP], opening, conversation) }
    const story = stories.find((candidate) => candidate.project.test(packageJson))
    if (!story) return { ...pace, ...otherwise(conversation) }
    const steps = [PACKAGE_STEP, ...story.steps]
    const state = progress(steps, conversation)
    const turn =
      state.step < steps.length
        ? stepTurn(steps, state, conversation)
        : { content: [text(story.answer(state.results))] }
    return { ...pace, ...turn }
  }
}

/** A brain for one story; anything it was not written for is an error that the server keeps. */
export function oneStory(story: Story, pace: Partial<Turn> = {}): Brain {
  return storyBrain(
    [story],
    (conversation) => {
      throw new Error(`Story ${story.name}: no part for the prompt ${JSON.stringify(conversation.prompt)}`)
    },
    pace,
  )
}

function stepTurn(steps: readonly StoryStep[], state: Progress, conversation: Conversation): Turn {
  const step = steps[state.step]
  if (!step) throw new Error('A story has no step there.')
  if (state.waiting) return { content: [toolUse('TaskOutput', waitFor(state.waiting.job))] }
  if (state.attempts >= MAX_STEP_ATTEMPTS) {
    throw new Error(
      `step ${state.step + 1} failed ${state.attempts} times; its result was: ${state.mismatch ?? ''}`,
    )
  }
  const calls = step.calls(state.results)
  const missing = calls.find((call) => !conversation.tools.includes(call.tool))
  if (missing) throw new Error(`step ${state.step + 1} needs the tool ${missing.tool}, which was not offered`)
  const content: ReplyBlock[] = []
  if (thinkingEnabled(conversation.body)) content.push(thinking(step.think ?? `Step ${state.step + 1}.`))
  if (step.say !== undefined) content.push(text(step.say))
  return { content: [...content, ...calls.map((call) => toolUse(call.tool, call.input))] }
}

function thinkingEnabled(body: JsonObject): boolean {
  const type = asObject(body['thinking'])['type']
  return type === 'enabled' || type === 'adaptive'
}

/** The last prompt; “continue” after a stop means the one before it. */
function task(body: JsonObject): string {
  const prompts = asArray(body['messages']).map((message) => humanText(asObject(message)))
  return (
    prompts.findLast((prompt) => prompt !== '' && !/^(please )?(continue|go on|resume)\b/i.test(prompt)) ?? ''
  )
}

/** Re-plays the conversation against the steps: a message that made a step's calls and got its results moves it on. */
function progress(steps: readonly StoryStep[], conversation: Conversation): Progress {
  const messages = asArray(conversation.body['messages']).map(asObject)
  let state: Progress = { step: 0, attempts: 0, results: [], mismatch: undefined }
  for (const [index, message] of messages.entries()) {
    if (message['role'] !== 'assistant') {
      // A person who asks again has seen what failed; only failures after that count.
      if (humanText(message) !== '') state = { ...state, attempts: 0 }
      continue
    }
    const step = steps[state.step]
    const calls = step?.calls(state.results)
    if (!calls) {
      // The story was told; a later request starts it anew.
      if (!hasCalls(message)) state = { step: 0, attempts: 0, results: [], mismatch: undefined }
      continue
    }
    const next = messages[index + 1]
    if (!next) continue
    const results = readResults([message, next])
    if (state.waiting && callsOf(message)[0]?.['name'] === 'TaskOutput') {
      state = afterWaiting(state, state.waiting, results[0]?.text ?? '')
    } else if (sameCalls(message, calls)) state = afterStep(state, calls, results)
  }
  return state
}

/** The command's whole output stands for its call's result. */
function afterWaiting(state: Progress, waiting: NonNullable<Progress['waiting']>, text: string): Progress {
  if (STILL_RUNNING.test(text)) return state
  const results = waiting.results.map((result) =>
    IN_BACKGROUND.test(result.text)
      ? { ...result, text: result.text.replace(IN_BACKGROUND, 'ended') + text }
      : result,
  )
  return afterStep({ ...state, waiting: undefined }, waiting.calls, results)
}

function waitFor(job: string): JsonObject {
  return { task_id: job, block: true }
}

function afterStep(state: Progress, calls: readonly StoryCall[], results: readonly ToolResult[]): Progress {
  const job = results.map(({ text }) => IN_BACKGROUND.exec(text)?.[1]).find((id) => id !== undefined)
  if (job !== undefined) return { ...state, waiting: { calls, results, job } }
  const odd = results.find((result, index) => !calls[index]?.expect.test(result.text))
  if (odd || results.length !== calls.length) {
    return { ...state, attempts: state.attempts + 1, mismatch: odd?.text ?? 'no result' }
  }
  return { step: state.step + 1, attempts: 0, results: [...state.results, ...results], mismatch: undefined }
}

function hasCalls(message: JsonObject): boolean {
  return callsOf(message).length > 0
}

function callsOf(message: JsonObject): readonly JsonObject[] {
  return asBlocks(message['content']).filter((block) => block['type'] === 'tool_use')
}

function sameCalls(message: JsonObject, calls: readonly StoryCall[]): boolean {
  const made = callsOf(message)
  return (
    made.length === calls.length &&
    made.every((block, index) => {
      const call = calls[index]
      return (
        call !== undefined && block['name'] === call.tool && isDeepStrictEqual(block['input'], call.input)
      )
    })
  )
}
