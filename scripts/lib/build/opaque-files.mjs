/** Puts the opaque frame's pages and scripts into the built app, whose host may have no other origin. */
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FRAME = 'src/sandbox/frame/generated'
const NODE = 'src/sandbox/embedded/node/generated'
const PAGES = ['host.html', 'preview.html']
/** By the names under which the page looks for them (src/sandbox/frame/protocol.ts). */
const SCRIPTS = {
  kernel: join(FRAME, 'kernel.js'),
  shell: join(FRAME, 'shell.js'),
  node: join(NODE, 'node.program.js'),
  common: join(NODE, 'common.js'),
  rare: join(NODE, 'rare.js'),
  web: join(NODE, 'web.js'),
}

/** Into `opaque/` of the folder: the scripts under names with their hashes, and the list of these with the build's name. */
export function writeOpaqueFiles(folder, { build }) {
  const to = join(folder, 'opaque')
  rmSync(to, { recursive: true, force: true })
  mkdirSync(to, { recursive: true })
  for (const page of PAGES) copyFileSync(join(FRAME, page), join(to, page))
  const names = {}
  for (const [name, path] of Object.entries(SCRIPTS)) {
    const hash = createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 8)
    names[name] = `${name}-${hash}.js`
    copyFileSync(path, join(to, names[name]))
  }
  writeFileSync(join(to, 'scripts.json'), JSON.stringify({ build, scripts: names }))
}
