import commonjs from '@rollup/plugin-commonjs'
import resolve from '@rollup/plugin-node-resolve'
import { transform } from 'sucrase'

const isProduction = process.env.NODE_ENV === 'production'

/** JSX and TypeScript to JavaScript. */
export function compiler() {
  return {
    name: 'sucrase',
    transform(source, filePath) {
      const [, typed] = /\.([jt])sx$|\.ts$/.exec(filePath) ?? []
      if (!/\.([jt]sx|ts)$/.test(filePath)) return null
      const { code, sourceMap } = transform(source, {
        transforms: typed === 'j' ? ['jsx'] : ['jsx', 'typescript'],
        jsxRuntime: 'automatic',
        production: isProduction,
        disableESTransforms: true,
        filePath,
        sourceMapOptions: { compiledFilename: filePath },
      })
      return { code, map: sourceMap }
    },
  }
}

/** Packages ask which of their two forms is wanted. */
const environment = {
  name: 'environment',
  transform(code, id) {
    if (!id.includes('node_modules') || !code.includes('process.env.NODE_ENV')) return null
    const value = JSON.stringify(isProduction ? 'production' : 'development')
    return { code: code.replaceAll('process.env.NODE_ENV', value), map: null }
  },
}

export default {
  input: 'src/main.jsx',
  output: { dir: 'public/build', format: 'es', sourcemap: !isProduction },
  treeshake: isProduction,
  plugins: [
    compiler(),
    environment,
    resolve({ browser: true, extensions: ['.js', '.jsx', '.ts', '.tsx'] }),
    commonjs(),
  ],
}
