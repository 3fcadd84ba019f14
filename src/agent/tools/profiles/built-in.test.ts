/** The built-in tools. A new one also stands, or is left out on purpose, in `stored-rules.ts` and `compression/repeatable.ts`. */
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { BUILT_IN_TOOLS } from './built-in.ts'
import { createRegistry } from '../pipeline/registry.ts'
import { call, resultsOf, run } from '../testing/test-bench.ts'
import { workspace } from '../testing/workspace.ts'

const schemaShape = z.object({
  type: z.literal('object'),
  additionalProperties: z.literal(false),
  properties: z.record(z.string(), z.object({ description: z.string().min(10) })),
  required: z.array(z.string()).default([]),
})

/** Fields at any depth without a description. */
function undescribed(schema: unknown, path = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties = {}, items } = schema as { properties?: Record<string, unknown>; items?: unknown }
  const own = Object.entries(properties).flatMap(([name, field]) => [
    ...(typeof (field as { description?: unknown }).description === 'string' ? [] : [`${path}${name}`]),
    ...undescribed(field, `${path}${name}.`),
  ])
  return [...own, ...undescribed(items, `${path}[].`)]
}

describe('the built-in tools', () => {
  const specs = createRegistry(BUILT_IN_TOOLS).specs([])

  it('are told to the model sorted, and as name, description and schema only', () => {
    expect(specs.map(({ name }) => name)).toEqual([
      'AskUserQuestion',
      'Bash',
      'Browser',
      'Edit',
      'ExitPlanMode',
      'Glob',
      'Grep',
      'LS',
      'MultiEdit',
      'NotebookEdit',
      'Read',
      'TaskOutput',
      'TaskStop',
      'TodoWrite',
      'WebFetch',
      'Write',
    ])
    expect(specs.map((spec) => Object.keys(spec).sort())).toEqual(
      specs.map(() => ['description', 'inputSchema', 'name']),
    )
    expect(JSON.stringify(createRegistry([...BUILT_IN_TOOLS].reverse()).specs([]))).toBe(
      JSON.stringify(specs),
    )
  })

  it.each(specs.map((spec) => [spec.name, spec] as const))(
    '%s says when to use it and when not, and describes every field',
    (_, { description, inputSchema }) => {
      expect(description).toMatch(/\bUse it\b/)
      expect(description).toMatch(/Do not use it|use (Grep|Glob|Edit|Read|Bash|Write)\b/)
      expect(schemaShape.safeParse(inputSchema).error?.message).toBeUndefined()
      expect(undescribed(inputSchema)).toEqual([])
      expect(JSON.stringify(inputSchema)).not.toMatch(/\$ref|\$defs|allOf|\$schema/)
    },
  )

  it('ask for little: at most five fields may be left out, but for a search', () => {
    const optional = specs.map(({ name, inputSchema }) => {
      const { properties, required } = schemaShape.parse(inputSchema)
      return [name, Object.keys(properties).length - required.length] as const
    })
    // Grep takes what models know of ripgrep; each of its fields stands for itself.
    expect(optional.filter(([name, count]) => name !== 'Grep' && count > 5)).toEqual([])
  })

  it('have argument names that models know', () => {
    expect(
      Object.fromEntries(
        specs.map(({ name, inputSchema }) => [name, Object.keys(schemaShape.parse(inputSchema).properties)]),
      ),
    ).toEqual({
      AskUserQuestion: ['questions'],
      Bash: ['command', 'description', 'timeout', 'run_in_background'],
      Browser: ['action', 'page', 'target', 'text', 'offset', 'timeout'],
      Edit: ['file_path', 'old_string', 'new_string', 'replace_all'],
      ExitPlanMode: ['plan'],
      Glob: ['pattern', 'path'],
      Grep: [
        'pattern',
        'path',
        'glob',
        'type',
        'output_mode',
        '-i',
        '-n',
        '-A',
        '-B',
        '-C',
        'multiline',
        'head_limit',
        'offset',
      ],
      LS: ['path'],
      MultiEdit: ['file_path', 'edits'],
      NotebookEdit: ['notebook_path', 'new_source', 'cell_id', 'cell_type', 'edit_mode'],
      Read: ['file_path', 'offset', 'limit', 'pages'],
      TaskOutput: ['task_id', 'block', 'timeout'],
      TaskStop: ['task_id'],
      TodoWrite: ['todos'],
      WebFetch: ['url'],
      Write: ['file_path', 'content'],
    })
  })

  it('are not offered when a rule denies them', () => {
    const deny = ['Bash', 'Edit(/src/**)', 'Write']
    const left = createRegistry(BUILT_IN_TOOLS).specs([
      { source: 'user', rules: { allow: [], ask: [], deny } },
    ])
    expect(left.map(({ name }) => name)).toEqual([
      'AskUserQuestion',
      'Browser',
      'Edit',
      'ExitPlanMode',
      'Glob',
      'Grep',
      'LS',
      'MultiEdit',
      'NotebookEdit',
      'Read',
      'TaskOutput',
      'TaskStop',
      'TodoWrite',
      'WebFetch',
    ])
  })
})

describe('TodoWrite', () => {
  const todo = (status: string) => ({ content: 'Fix it', activeForm: 'Fixing it', status })

  it('shows the list and asks nobody', async () => {
    const { use, context, asked } = await workspace({}, { bench: { permission: { mode: 'default' } } })
    const todos = [todo('completed'), todo('in_progress')]
    const { text, result } = await use('TodoWrite', { todos })
    expect([text, result.display, context.state.todos, asked]).toEqual([
      'The list is updated: 1 of 2 done.',
      { kind: 'todos', todos },
      todos,
      [],
    ])
  })

  it('wants one step at a time', async () => {
    const { use } = await workspace()
    expect((await use('TodoWrite', { todos: [todo('in_progress'), todo('in_progress')] })).text).toBe(
      'ValidationError: 2 steps are "in_progress"; mark only the one you are at.',
    )
  })
})

describe('any input', () => {
  it('gives exactly one result a call, in order, and never throws', async () => {
    const random = generator(42)
    const { context } = await workspace({ 'src/a.js': 'one\n', b: new Uint8Array([0, 1, 2]) })
    const names = [...BUILT_IN_TOOLS.map(({ name }) => name), 'Nope', '', '__proto__', 'constructor']
    for (let round = 0; round < 150; round++) {
      const calls = Array.from({ length: 1 + Math.floor(random() * 6) }, (_, n) => {
        const name = pick(random, names)
        return call(name, randomInput(random, name), `u${round}-${n}`)
      })
      const results = resultsOf(await run(calls, context))
      expect(results.map(({ toolUseId }) => toolUseId)).toEqual(calls.map(({ id }) => id))
      expect(
        results.every(({ content }) =>
          content.content.every((block) => block.type !== 'text' || block.text !== ''),
        ),
      ).toBe(true)
    }
  })
})

function randomInput(random: () => number, name: string): Record<string, unknown> {
  const tool = BUILT_IN_TOOLS.find((candidate) => candidate.name === name)
  const fields = tool === undefined ? ['x'] : Object.keys(schemaShape.parse(tool.inputSchema).properties)
  const input: Record<string, unknown> = {}
  for (const field of fields) if (random() < 0.8) input[field] = randomValue(random)
  if (random() < 0.1) input['__proto__x'] = randomValue(random)
  return input
}

const VALUES: readonly unknown[] = [
  'src/a.js',
  'b',
  '.',
  '..',
  '/',
  '',
  ' ',
  '/etc/passwd',
  '../../x',
  'src',
  '**/*',
  '[',
  '(',
  '(a+)+$',
  '\u0000',
  '\ud800',
  'echo hi',
  'cat <(',
  'one',
  '1\tone',
  'a\nb',
  '😀',
  'content',
  'files_with_matches',
  0,
  1,
  -1,
  1.5,
  1e9,
  NaN,
  true,
  false,
  null,
  [],
  {},
  [{ content: 'a', activeForm: 'b', status: 'pending' }],
  ['x'],
  { a: { b: 1 } },
]

function randomValue(random: () => number): unknown {
  return pick(random, VALUES)
}

function pick<T>(random: () => number, values: readonly T[]): T {
  const value = values[Math.floor(random() * values.length)]
  if (value === undefined) throw new Error('nothing to pick from')
  return value
}

/** A repeatable source of numbers in [0, 1). */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
