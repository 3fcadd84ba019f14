/** Which modules of a worker are one file: each file is a request more before the worker can begin. */

/** The chunks that a worker's own script loads (src/sandbox/contract/load-program.ts). */
const PROGRAM = /-thread\.ts$/
/** How a file has the bundler's own few lines, which are always a file of their own, and how those end. */
const RUNTIME_IMPORT = /import\{([^}]*)\}from"\.\/(rolldown-runtime-[\w-]+\.js)";/
const RUNTIME_EXPORTS = /export\{([^}]*)\};?\s*$/

/** For the bundler: all that a program imports at once is in one chunk; what it imports later is split as usual. */
export function programChunks() {
  return {
    groups: [
      {
        debugName: 'program',
        name: (id, context) => (isLoadedAtStart(id, context) ? 'program' : null),
      },
    ],
  }
}

/** A plugin for the bundler: the lines of its own that a program needs stand in it, so that it waits for no second file. */
export function programsWithRuntime() {
  return {
    name: 'vivarium-programs-with-runtime',
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || chunk.name !== 'program') continue
        chunk.code = chunk.code.replace(RUNTIME_IMPORT, (whole, names, file) => {
          const runtime = Object.values(bundle).find(({ fileName }) => fileName.endsWith(`/${file}`))
          const exported = RUNTIME_EXPORTS.exec(runtime?.code ?? '')
          if (!exported) return whole
          const pick = (list) => list.replaceAll(/(\w+) as (\w+)/g, '$1:$2')
          const given = exported[1].replaceAll(/(\w+) as (\w+)/g, '$2:$1')
          return `const{${pick(names)}}=(()=>{${runtime.code.slice(0, exported.index)}return{${given}}})();`
        })
      }
    },
  }
}

/** Whether a program cannot start without the module. */
function isLoadedAtStart(id, context, seen = new Set()) {
  if (PROGRAM.test(id)) return true
  if (seen.has(id)) return false
  seen.add(id)
  const importers = context.getModuleInfo(id)?.importers ?? []
  return importers.some((importer) => isLoadedAtStart(importer, context, seen))
}
