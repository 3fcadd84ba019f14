/** Questions of the page that need no run: permission decisions, context budget, connection to the model. */
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { contextBudget } from '../../context/budget.ts'
import { MAX_OUTPUT_TOKENS } from '../../limits.ts'
import { resolveLimits } from '../../loop/run-limits.ts'
import { examineConnection } from '../../model/doctor.ts'
import { listed } from '../../memory/instructions/listed.ts'
import { readInstructions } from '../../memory/instructions/instructions.ts'
import type { InstructionSource } from '../../memory/instructions/instruction-source.ts'
import { modelFacts } from '../../model/models.ts'
import { nameOnWire } from '../../model/tool-names.ts'
import { decideEgress } from '../../permission/decide-egress.ts'
import { rulesToldOf } from '../../permission/judge-rule.ts'
import { buildRequest } from '../../prompt/build-request.ts'
import { SectionCache } from '../../prompt/sections.ts'
import type { ContextBudget } from '../../protocol/context-budget.ts'
import type { InstructionList } from '../../protocol/calls/instructions.ts'
import type { Message } from '../../protocol/messages.ts'
import type { ConnectionCheck } from '../../protocol/calls/credentials.ts'
import type { ExplainOptions, PermissionExplanation } from '../../protocol/calls/permissions.ts'
import { toolProfileOf } from '../../protocol/settings.ts'
import type { PermissionRules } from '../../protocol/settings.ts'
import { readCall } from '../../tools/pipeline/call-text.ts'
import { explainCall } from '../../tools/pipeline/explain.ts'
import type { DeploymentPolicy } from '../policy/deployment-policy.ts'
import { refusedModel } from '../policy/run-gate.ts'
import { instructionOptions } from './told/instruction-options.ts'
import { bareClient } from './model-clients.ts'
import type { RunMemory } from './run-memory.ts'
import { DEFAULT_LIMITS } from './run-request.ts'
import type { RunSettings } from './run-settings.ts'
import { promptFactsOf } from './prompt-facts.ts'
import type { RunParts } from './run-context.ts'
import { NO_FACTS } from '../log/facts.ts'
import type { Session } from '../log/session.ts'
import { Fullness } from '../side-queries/fullness.ts'
import type { Workspace } from '../workspace/workspace.ts'

export interface InquiriesOptions {
  readonly session: () => Session | undefined
  readonly workspace: Workspace
  readonly instructions: InstructionSource
  readonly settings: RunSettings
  readonly policy: Pick<DeploymentPolicy, 'renewed'>
  readonly memory: RunMemory
  readonly parts: RunParts
  readonly now: () => number
}

export class Inquiries {
  readonly #options: InquiriesOptions

  constructor(options: InquiriesOptions) {
    this.#options = options
  }

  async explain(tool: string, input: unknown, options: ExplainOptions = {}): Promise<PermissionExplanation> {
    const { session, workspace, settings: source, parts } = this.#options
    const sandbox = await workspace.sandbox()
    if (!sandbox.ok) return { behavior: 'deny', source: 'safety_check', reason: sandbox.error.message }
    const settings = await source.now()
    const permission = await source.permission(settings, sandbox.value)
    const { registry: tools } = (await parts.tools())[toolProfileOf(settings)]
    return explainCall(
      { tools, sandbox: sandbox.value, state: session()?.facts ?? NO_FACTS, permission },
      { tool, input, options },
    )
  }

  /** As a person writes it; addresses are decided on by the gate. */
  async explainText(text: string): Promise<PermissionExplanation> {
    const written = readCall(text)
    if (written.kind === 'call') return this.explain(written.tool, written.input)
    const url = URL.parse(written.url)
    if (url === null)
      return { behavior: 'deny', source: 'safety_check', reason: `"${written.url}" is no address.` }
    const { permissionMode: mode, allowBypass, rules } = await this.#options.settings.now()
    const ruleSets = await this.#options.settings.ruleSets(rules)
    const call = {
      url,
      readOnly: written.readOnly,
      method: written.method,
      publishes: false,
      readsRegistry: false,
    }
    const { behavior, source, reason } = decideEgress(
      { ...call, ownOrigins: [location.origin] },
      { mode, allowBypass, ruleSets, canAsk: true },
    )
    return { behavior, source, reason }
  }

  /** Rules that somebody is about to keep, beside those that hold already. */
  async checkRules(rules: PermissionRules): Promise<readonly string[]> {
    const { sandboxAutoAllow } = await this.#options.settings.now()
    return rulesToldOf(await this.#options.settings.ruleSets(rules), sandboxAutoAllow)
  }

  async testConnection(): Promise<readonly ConnectionCheck[]> {
    const { settings: source, policy, parts, now } = this.#options
    const state = await policy.renewed()
    const settings = await source.now()
    const permitted = refusedModel(state, settings)
    if (!permitted.ok) {
      const { message, hint } = permitted.error
      return [{ name: 'Policy', state: 'failed', message, ...(hint === undefined ? {} : { fix: hint }) }]
    }
    const { thinking } = modelFacts(settings.model, settings.models)
    return examineConnection({
      settings,
      pageOrigin: location.origin,
      client: bareClient({ parts, settings: source }, settings),
      ask: (url) =>
        fetch(url, { credentials: 'omit', cache: 'no-store', signal: AbortSignal.timeout(5_000) }),
      // Reasoning takes a few, whatever the question.
      leastTokens: thinking === 'effort' ? 16 : 1,
      now,
    })
  }

  /** Instruction files as a run would tell them now. */
  async instructions(): Promise<InstructionList | undefined> {
    const session = this.#options.session()
    if (!session) return undefined
    const settings = await this.#options.settings.now()
    const { contextWindow } = modelFacts(settings.model, settings.models)
    const ruleSets = await this.#options.settings.ruleSets(settings.rules)
    const options = instructionOptions(session.facts, settings, { window: contextWindow, ruleSets })
    const read = await readInstructions(this.#options.instructions, options)
    return read && listed(read, options.room)
  }

  /** Content of the model's window in the next request; undefined without a session or a sandbox. */
  async contextBudget(): Promise<ContextBudget | undefined> {
    const session = this.#options.session()
    if (!session) return undefined
    const next = await this.#nextRequest(session)
    if (!next.ok) return undefined
    const { settings, request } = next.value
    const { contextWindow, maxOutput, thinking } = modelFacts(settings.model, settings.models)
    const { thinkingTokens, maxTokens } = resolveLimits({}, settings, DEFAULT_LIMITS)
    const thought = thinking === 'none' ? 0 : thinkingTokens
    return contextBudget({
      request: request(session.conversation.messages),
      counted: session.facts.lastUsage,
      window: contextWindow,
      answer: Math.min(MAX_OUTPUT_TOKENS + thought, maxOutput, maxTokens ?? Infinity),
    })
  }

  /** Fails where the conversation without its last summary does not fit the model's window below the mark of a summary. */
  async roomWithoutSummary(): Promise<Result<void>> {
    const session = this.#options.session()
    const messages = session?.conversation.undone
    if (!session || !messages) return fail('not_found', 'No summary stands in this conversation.')
    const next = await this.#nextRequest(session)
    if (!next.ok) return next
    const { settings, request } = next.value
    const { model } = settings
    const window = modelFacts(model, settings.models).contextWindow
    const { now } = this.#options
    const fullness = new Fullness({ session, request, window: () => window, now })
    const tokens = fullness.estimate(messages)
    const { compactAt } = fullness.limits
    if (tokens < compactAt) return ok(undefined)
    const shown = (count: number) => count.toLocaleString('en')
    return fail(
      'too_large',
      `Without the summary the conversation takes some ${shown(tokens)} tokens, and ${model} has room for ${shown(compactAt)} before it is summarised again; the summary stays.`,
      { hint: 'Choose a model with a larger window, then undo it.' },
    )
  }

  /** Builds requests as the next run would. */
  async #nextRequest(session: Session) {
    const { workspace, settings: source, memory, parts } = this.#options
    const sandbox = await workspace.sandbox()
    if (!sandbox.ok) return sandbox
    const settings = await source.now()
    const profile = toolProfileOf(settings)
    const { registry, wireNames } = (await parts.tools())[profile]
    const { thinkingTokens } = resolveLimits({}, settings, DEFAULT_LIMITS)
    const tools = memory.told(registry, await source.permission(settings, sandbox.value))
    const facts = promptFactsOf(session, settings, await sandbox.value.describe())
    const request = (messages: readonly Message[]) =>
      buildRequest({
        model: settings.model,
        thinkingTokens,
        profile,
        toolName: (name) => nameOnWire(name, wireNames),
        tools,
        facts,
        sections: new SectionCache(),
        messages,
      })
    return ok({ settings, request })
  }
}
