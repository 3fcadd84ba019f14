import { transform } from 'sucrase'

/** Takes the types out. */
const typescript = {
  name: 'typescript',
  transform(source, filePath) {
    if (!filePath.endsWith('.ts')) return null
    const { code, sourceMap } = transform(source, {
      transforms: ['typescript'],
      disableESTransforms: true,
      filePath,
      sourceMapOptions: { compiledFilename: filePath },
    })
    return { code, map: sourceMap }
  },
}

export default {
  input: 'src/index.ts',
  output: { dir: 'dist', format: 'es', sourcemap: true },
  plugins: [typescript],
}
