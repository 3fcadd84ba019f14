/**
 * Rules for oxlint, in ESLint's form: a test waits for an event, not for a time, and its limits follow the machine. A fixed time is too long on a
 * fast machine and too short on a loaded one.
 */

/** Members that take a limit in milliseconds as their second argument, with a default of one second. */
const IMPATIENT = new Set(['waitFor', 'waitUntil'])

/** Calls that declare a test, a group or a hook: their last argument may be a limit. */
const DECLARES = new Set(['test', 'it', 'describe', 'beforeAll', 'beforeEach', 'afterAll', 'afterEach'])

/** Names of functions that wait for a time. */
const SLEEPS = new Set(['sleep', 'delay', 'wait', 'pause'])

const FUNCTIONS = new Set(['ArrowFunctionExpression', 'FunctionExpression'])

/** Whether a number of milliseconds is written here, and not measured out by `patience`. */
function isFixed(node, scope, depth = 0) {
  if (node === undefined || depth > 8) return false
  if (node.type === 'Literal') return typeof node.value === 'number'
  if (node.type === 'BinaryExpression')
    return isFixed(node.left, scope, depth + 1) && isFixed(node.right, scope, depth + 1)
  if (node.type !== 'Identifier') return false
  return isFixed(constantOf(node.name, scope), scope, depth + 1)
}

/** The initial value of a constant of this file. */
function constantOf(name, scope) {
  for (let at = scope; at; at = at.upper) {
    const definition = at.set.get(name)?.defs[0]
    if (definition === undefined) continue
    const isConstant = definition.type === 'Variable' && definition.parent.kind === 'const'
    return isConstant ? (definition.node.init ?? undefined) : undefined
  }
  return undefined
}

/** The name at the root of `test.describe.configure`, `it.each(…)` and their like. */
function rootName(node) {
  if (node.type === 'MemberExpression') return rootName(node.object)
  if (node.type === 'CallExpression') return rootName(node.callee)
  if (node.type === 'TaggedTemplateExpression') return rootName(node.tag)
  return node.type === 'Identifier' ? node.name : undefined
}

const memberName = ({ type, property, computed }) =>
  type === 'MemberExpression' && !computed ? property.name : undefined

function timeoutOf(object) {
  return object.properties.find(({ type, key }) => type === 'Property' && key.name === 'timeout')?.value
}

/** The parameter that resolves the promise inside whose executor `node` stands. */
function resolverAround(node) {
  for (let at = node.parent; at; at = at.parent) {
    const isExecutor =
      FUNCTIONS.has(at.type) &&
      at.parent.type === 'NewExpression' &&
      at.parent.callee.name === 'Promise' &&
      at.parent.arguments[0] === at
    if (isExecutor) return at.params[0]?.name
  }
  return undefined
}

const isZero = (node) => node === undefined || (node.type === 'Literal' && node.value === 0)

const noTimedWait = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      wait: 'Waits for a time. Wait for an event: `expect.poll`, a hold of the scripted model, a file that the test writes, fake timers; show that something does not happen by a later action that has.',
    },
  },
  create(context) {
    const report = (node) => context.report({ node, messageId: 'wait' })
    const text = (node) => context.sourceCode.getText(node)
    return {
      CallExpression(node) {
        const { callee, arguments: given } = node
        if (memberName(callee) === 'waitForTimeout') return report(node)
        if (callee.type !== 'Identifier') return undefined
        if (SLEEPS.has(callee.name) && isFixed(given[0], context.sourceCode.getScope(node)))
          return report(node)
        if (callee.name !== 'setTimeout' || isZero(given[1])) return undefined
        const resolver = resolverAround(node)
        if (resolver === undefined) return undefined
        const calls = FUNCTIONS.has(given[0].type)
          ? new RegExp(`\\b${resolver}\\(`)
          : new RegExp(`^${resolver}$`)
        return calls.test(text(given[0])) ? report(node) : undefined
      },
      ImportDeclaration(node) {
        if (/^(node:)?timers\/promises$/.test(node.source.value))
          for (const one of node.specifiers) if (one.imported?.name !== 'setImmediate') report(one)
      },
    }
  },
}

const patientLimit = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      fixed:
        'A limit that does not follow the machine: leave it to the configuration, or write `patience(…)`.',
      impatient: 'Its limit is a second on any machine: use `expect.poll`, or give it `patience(…)`.',
    },
  },
  create(context) {
    const check = (node, scope) => {
      if (isFixed(node, scope)) context.report({ node, messageId: 'fixed' })
    }
    return {
      CallExpression(node) {
        const { callee, arguments: given } = node
        const scope = context.sourceCode.getScope(node)
        const [member, root] = [memberName(callee), rootName(callee)]
        if (root === 'vi' && IMPATIENT.has(member) && given.length < 2)
          return context.report({ node, messageId: 'impatient' })
        if (root === 'vi' && IMPATIENT.has(member)) check(given[1], scope)
        if (root === 'test' && member === 'setTimeout') return check(given[0], scope)
        const isDeclaration = DECLARES.has(root)
        if (!isDeclaration && callee.type !== 'MemberExpression') return undefined
        for (const argument of given)
          if (argument.type === 'ObjectExpression') check(timeoutOf(argument), scope)
        if (
          isDeclaration &&
          given.slice(0, -1).some(({ type }) => FUNCTIONS.has(type) || type === 'Identifier')
        )
          check(given.at(-1), scope)
        return undefined
      },
    }
  },
}

export default {
  meta: { name: 'timing' },
  rules: { 'no-timed-wait': noTimedWait, 'patient-limit': patientLimit },
}
