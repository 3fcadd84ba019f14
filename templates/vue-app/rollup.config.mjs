import { createHash } from 'node:crypto'
import resolve from '@rollup/plugin-node-resolve'
import { compileScript, compileStyle, compileTemplate, parse } from 'vue/compiler-sfc'

const isProduction = process.env.NODE_ENV === 'production'

/** Single-file components to JavaScript, with their styles in it. */
export function compiler({ server = false } = {}) {
  return {
    name: 'vue',
    transform(source, filename) {
      if (!filename.endsWith('.vue')) return null
      const { descriptor, errors } = parse(source, { filename })
      if (errors.length > 0) this.error(errors[0])
      const id = createHash('sha256').update(filename).digest('hex').slice(0, 8)
      const scoped = descriptor.styles.some((style) => style.scoped)
      const common = {
        id,
        filename,
        isProd: isProduction,
        scoped,
        ssr: server,
        ssrCssVars: descriptor.cssVars,
      }
      const { setup, code } = scriptOf(descriptor, common)
      const template = setup || !descriptor.template ? '' : templateOf.call(this, descriptor, common)
      const styles = server ? '' : stylesOf.call(this, descriptor, common)
      return {
        code: [
          code,
          template,
          scoped ? `component.__scopeId = 'data-v-${id}'` : '',
          styles,
          'export default component',
        ].join('\n'),
        map: null,
      }
    },
  }
}

function scriptOf(descriptor, common) {
  if (!descriptor.script && !descriptor.scriptSetup) return { setup: false, code: 'const component = {}' }
  const { content } = compileScript(descriptor, {
    id: common.id,
    isProd: common.isProd,
    genDefaultAs: 'component',
    inlineTemplate: true,
    templateOptions: common,
  })
  return { setup: descriptor.scriptSetup !== null, code: content }
}

function templateOf(descriptor, common) {
  const { code, errors } = compileTemplate({ ...common, source: descriptor.template.content })
  if (errors.length > 0) this.error(errors[0])
  const name = common.ssr ? 'ssrRender' : 'render'
  return `${code.replace(`export function ${name}`, `function ${name}`)}\ncomponent.${name} = ${name}`
}

function stylesOf(descriptor, { id, filename }) {
  const css = descriptor.styles.map(({ content, scoped }) => {
    const { code, errors } = compileStyle({ source: content, filename, id: `data-v-${id}`, scoped })
    if (errors.length > 0) this.error(errors[0])
    return code
  })
  if (css.length === 0) return ''
  return `document.head.append(Object.assign(document.createElement('style'), { textContent: ${JSON.stringify(css.join('\n'))} }))`
}

/** Vue asks which of its forms is wanted. */
const flags = {
  name: 'flags',
  transform(code, id) {
    if (!id.includes('node_modules')) return null
    const replaced = code
      .replaceAll('process.env.NODE_ENV', JSON.stringify(isProduction ? 'production' : 'development'))
      .replaceAll('__VUE_OPTIONS_API__', 'true')
      .replaceAll('__VUE_PROD_DEVTOOLS__', 'false')
      .replaceAll('__VUE_PROD_HYDRATION_MISMATCH_DETAILS__', 'false')
    return replaced === code ? null : { code: replaced, map: null }
  },
}

export default {
  input: 'src/main.js',
  output: { dir: 'public/build', format: 'es', sourcemap: !isProduction },
  treeshake: isProduction,
  plugins: [compiler(), flags, resolve({ browser: true })],
}
