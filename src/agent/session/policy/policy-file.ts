/**
 * Reads a deployment's policy file: the format of Claude Code's managed settings, of which this version knows a part. A file is in
 * force as a whole or not at all, so that nobody relies on a line of it that nothing enforces.
 */
import { z } from 'zod'
import { isWellFormed } from '../../permission/rule.ts'
import type { PolicyInForce } from '../../protocol/calls/policy.ts'
import { PERMISSION_MODES } from '../../protocol/permission-modes.ts'
import type { PermissionMode } from '../../protocol/permission-modes.ts'
import type { Settings } from '../../protocol/settings.ts'
import { jsonProblem } from './json-text.ts'
import { mayBeAsked } from './model-names.ts'
import { isOfAgent } from './variable-names.ts'

/** Content of a file, wherever it came from. */
export type PolicyContent = Omit<PolicyInForce, 'status' | 'address' | 'isCached'>

/** `problem` is a sentence about the file. */
export type PolicyRead =
  | { readonly ok: true; readonly policy: PolicyContent }
  | { readonly ok: false; readonly problem: string }

/** Characters of a name or a rule that a problem shows. */
const SHOWN_CHARS = 120

const texts = z.array(z.string())
const name = z.string().trim().min(1)

const file = z.strictObject({
  $schema: z.unknown().optional(),
  permissions: z
    .strictObject({
      allow: texts.optional(),
      ask: texts.optional(),
      deny: texts.optional(),
      defaultMode: z.enum([...PERMISSION_MODES, 'manual']).optional(),
      disableBypassPermissionsMode: z.literal('disable').optional(),
      disableAutoMode: z.literal('disable').optional(),
    })
    .optional(),
  allowManagedPermissionRulesOnly: z.boolean().optional(),
  model: name.optional(),
  fallbackModel: z.union([z.string().trim(), z.array(z.string().trim()).max(1)]).optional(),
  advisorModel: z.string().trim().optional(),
  availableModels: z.array(name).min(1).optional(),
  deniedModels: z.array(name).optional(),
  autoCompactEnabled: z.boolean().optional(),
  promptCacheTtl: z.enum(['5m', '1h']).optional(),
  env: z.record(z.string(), z.string()).optional(),
})
type PolicyFile = z.infer<typeof file>

/** Never throws, whatever the text is. */
export function readPolicy(text: string): PolicyRead {
  if (text.trim() === '') return refused('The file is empty.')
  const problem = textProblem(text)
  if (problem !== undefined) return refused(problem)
  const read: unknown = JSON.parse(text)
  if (typeof read !== 'object' || read === null || Array.isArray(read))
    return refused('The file is no JSON object.')
  const unknown = unknownKey(read)
  if (unknown !== undefined)
    return refused(`The file sets "${shown(unknown)}", which this version of Vivarium cannot enforce.`)
  const parsed = file.safeParse(read)
  if (!parsed.success) return refused(sentenceOf(parsed.error.issues[0]))
  const policy = contentOf(parsed.data)
  const found = ruleProblem(policy) ?? variableProblem(policy) ?? contradiction(policy)
  return found === undefined ? { ok: true, policy } : refused(found)
}

/** As the file that a build ships. */
export function setsNothing(policy: PolicyContent): boolean {
  return JSON.stringify(policy) === JSON.stringify(contentOf({}))
}

function refused(problem: string): PolicyRead {
  return { ok: false, problem }
}

function textProblem(text: string): string | undefined {
  const problem = jsonProblem(text)
  if (problem?.kind === 'cut_off') return 'The file is no JSON: it ends too early.'
  if (problem?.kind === 'twice') return `The file has the name "${shown(problem.name)}" twice in one object.`
  if (problem) return `The file is no JSON: line ${problem.line}, column ${problem.column}.`
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    return `The file is no JSON: ${error instanceof Error ? shown(error.message) : String(error)}.`
  }
}

/** Names of prototypes, too, which a schema may pass over. */
function unknownKey(read: object): string | undefined {
  const top = Object.keys(read).find((key) => !Object.hasOwn(file.shape, key))
  if (top !== undefined) return top
  const { shape } = file.shape.permissions.unwrap()
  const inner = keysIn(read, 'permissions').find((key) => !Object.hasOwn(shape, key))
  if (inner !== undefined) return `permissions.${inner}`
  return keysIn(read, 'env').includes('__proto__') ? 'env.__proto__' : undefined
}

/** None where it is no object: that is the schema's to refuse. */
function keysIn(read: object, key: string): readonly string[] {
  const inner: unknown = Object.getOwnPropertyDescriptor(read, key)?.value
  return typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? Object.keys(inner) : []
}

function sentenceOf(issue: z.core.$ZodIssue | undefined): string {
  const path = issue?.path.join('.') ?? ''
  return `The file has a value for "${shown(path)}" that this version of Vivarium cannot read.`
}

function contentOf(read: PolicyFile): PolicyContent {
  const { permissions = {}, availableModels, deniedModels = [], env = {} } = read
  const { allow = [], ask = [], deny = [], defaultMode } = permissions
  const closedModes: PermissionMode[] = []
  if (permissions.disableBypassPermissionsMode !== undefined) closedModes.push('bypassPermissions')
  if (permissions.disableAutoMode !== undefined) closedModes.push('auto')
  return {
    rules: { allow, ask, deny },
    onlyItsAllows: read.allowManagedPermissionRulesOnly ?? false,
    fixed: fixedBy(read),
    ...(defaultMode === undefined
      ? {}
      : { defaultMode: defaultMode === 'manual' ? ('default' as const) : defaultMode }),
    closedModes,
    ...(availableModels === undefined ? {} : { availableModels }),
    deniedModels,
    env,
  }
}

function fixedBy(read: PolicyFile): Partial<Settings> {
  const { model, fallbackModel, advisorModel, autoCompactEnabled: autoCompact, promptCacheTtl } = read
  const fallback = Array.isArray(fallbackModel) ? (fallbackModel[0] ?? '') : fallbackModel
  return {
    ...(model === undefined ? {} : { model }),
    ...(fallback === undefined ? {} : { fallbackModel: fallback }),
    ...(advisorModel === undefined ? {} : { advisorModel }),
    ...(autoCompact === undefined ? {} : { autoCompact }),
    ...(promptCacheTtl === undefined ? {} : { cacheForAnHour: promptCacheTtl === '1h' }),
  }
}

function ruleProblem({ rules }: PolicyContent): string | undefined {
  const malformed = [...rules.allow, ...rules.ask, ...rules.deny].find((rule) => !isWellFormed(rule))
  return malformed === undefined ? undefined : `The file has the rule "${shown(malformed)}", which is none.`
}

function variableProblem({ env }: PolicyContent): string | undefined {
  for (const [variable, value] of Object.entries(env)) {
    if (!/^[A-Za-z_]\w*$/.test(variable) || value.includes('\0'))
      return `The file has a value for "env.${shown(variable)}" that this version of Vivarium cannot read.`
    if (isOfAgent(variable))
      return `The file sets "env.${shown(variable)}", which this version of Vivarium cannot enforce.`
  }
  return undefined
}

function contradiction(policy: PolicyContent): string | undefined {
  const { fixed, defaultMode, closedModes } = policy
  if (defaultMode !== undefined && closedModes.includes(defaultMode))
    return `The file closes the mode "${defaultMode}", with which it begins sessions.`
  const { model = '', fallbackModel = '', advisorModel = '' } = fixed
  const closed = [model, fallbackModel, advisorModel].find(
    (named) => named !== '' && !mayBeAsked(named, policy),
  )
  return closed === undefined
    ? undefined
    : `The file sets the model "${shown(closed)}", which it does not allow itself.`
}

function shown(text: string): string {
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text
}
