import resolve from '@rollup/plugin-node-resolve'
import { compile, compileModule } from 'svelte/compiler'

const isProduction = process.env.NODE_ENV === 'production'

/** Components, and modules with runes, to JavaScript. */
export function compiler({ server = false } = {}) {
  const common = server ? { generate: 'server' } : { dev: !isProduction, generate: 'client' }
  return {
    name: 'svelte',
    transform(source, filename) {
      const isModule = filename.endsWith('.svelte.js')
      if (!isModule && !filename.endsWith('.svelte')) return null
      const { js, warnings } = isModule
        ? compileModule(source, { ...common, filename })
        : compile(source, { ...common, filename, css: 'injected' })
      for (const warning of warnings) this.warn(warning)
      return { code: js.code, map: js.map }
    },
  }
}

export default {
  input: 'src/main.js',
  output: { dir: 'public/build', format: 'es', sourcemap: !isProduction },
  treeshake: isProduction,
  // Svelte's own modules import each other in circles.
  onwarn: (warning, warn) => {
    if (warning.code !== 'CIRCULAR_DEPENDENCY' || !warning.message.includes('node_modules')) warn(warning)
  },
  plugins: [
    compiler(),
    resolve({
      browser: true,
      exportConditions: ['svelte', isProduction ? 'production' : 'development'],
    }),
  ],
}
