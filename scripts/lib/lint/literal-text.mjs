/**
 * A rule for ESLint: what a person reads stands in the catalogues of src/app/language, not in a component's markup.
 * Text that is the same in every language is named here, with the reason.
 */

/** Attributes of elements and properties of our components that are read or heard. */
const READ = new Set([
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'aria-valuetext',
  'alt',
  'hint',
  'label',
  'placeholder',
  'text',
  'title',
])

const SAME_EVERYWHERE = [
  // Names.
  /^(Vivarium|WebContainer|Ada Lovelace)$/,
  // Examples of what is typed as it is: addresses, a header, rules, a search, a command.
  /^(https?:\/\/|[\w.]+@)?[\w-]+([./][\w-]+)+\/?$/,
  /^(X-Team: research|Authorization|shared\/|git restore --staged \.)$/,
  /^(tool|role|file|after|before):\S+$/,
  /^\{"/,
  // Units and keys that have no other name.
  /^(kB|MB|ms|px|s)$/,
]

const LETTERS = /\p{L}{2}/u

/** The texts that may come out as an expression's value. */
function texts(node) {
  if (node.type === 'Literal') return typeof node.value === 'string' ? [{ node, text: node.value }] : []
  if (node.type === 'TemplateLiteral')
    return node.quasis.map((quasi) => ({ node: quasi, text: quasi.value.cooked ?? '' }))
  if (node.type === 'ConditionalExpression') return [...texts(node.consequent), ...texts(node.alternate)]
  if (node.type === 'LogicalExpression') return [...texts(node.left), ...texts(node.right)]
  if (node.type === 'BinaryExpression' && node.operator === '+')
    return [...texts(node.left), ...texts(node.right)]
  return []
}

const rule = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      literal:
        '“{{text}}” stands in the markup: put it into src/app/language/en and de, and read it from there (docs/texts.md).',
    },
  },
  create(context) {
    const check = (node, text) => {
      const shown = text.trim()
      if (!LETTERS.test(shown) || SAME_EVERYWHERE.some((pattern) => pattern.test(shown))) return
      context.report({
        node,
        messageId: 'literal',
        data: { text: shown.replaceAll(/\s+/g, ' ').slice(0, 60) },
      })
    }
    const checkValue = (value) => {
      if (value.type === 'SvelteLiteral') check(value, value.value)
      if (value.type === 'SvelteMustacheTag')
        for (const { node, text } of texts(value.expression)) check(node, text)
    }
    return {
      SvelteText(node) {
        const element = node.parent
        if (element.type === 'SvelteElement' && ['style', 'script'].includes(element.name.name)) return
        if (['SvelteStyleElement', 'SvelteScriptElement'].includes(element.type)) return
        check(node, node.value)
      },
      SvelteMustacheTag(node) {
        if (!/Attribute|Directive/.test(node.parent.type)) checkValue(node)
      },
      SvelteAttribute(node) {
        if (READ.has(node.key.name)) node.value.forEach(checkValue)
      },
    }
  },
}

export const language = { rules: { 'literal-text': rule } }
