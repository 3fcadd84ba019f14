import { mkdir, writeFile } from 'node:fs/promises'
import { isAbsolute, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rollup } from 'rollup'
import { compiler } from '../rollup.config.mjs'

const FOLDER = resolve('node_modules/.cache/test')

/** A component as a server has it, for tests without a browser. */
export async function load(file) {
  const bundle = await rollup({
    input: file,
    plugins: [compiler({ server: true })],
    external: (id) => !id.startsWith('.') && !isAbsolute(id),
  })
  const { output } = await bundle.generate({ format: 'es' })
  await bundle.close()
  const path = resolve(FOLDER, `${output[0].name}.mjs`)
  await mkdir(FOLDER, { recursive: true })
  await writeFile(path, output[0].code)
  return import(pathToFileURL(path))
}
