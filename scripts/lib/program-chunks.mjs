/** Which modules of a worker are one file: each file is a request more before the worker can begin. */

/** What a worker's own script loads (src/sandbox/load-program.ts). */
const PROGRAM = /-thread\.ts$/

/** For the bundler: all that a program imports at once is in one chunk; what it imports later is split as usual. */
export function programChunks() {
  return {
    groups: [{ name: (id, context) => (isLoadedAtStart(id, context) ? 'program' : null) }],
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
