/** Descriptors handed to another execution of the library, and the commands that it has. */

import { LAST_STANDARD_FD } from '../streams/routes.js'

/** The descriptors of another execution that are not standard streams. */
export function liveHandedOn(descriptors) {
  const above = [...(descriptors ?? [])].filter(([fd]) => fd > LAST_STANDARD_FD)
  return above.length === 0 ? undefined : new Map(above)
}

/** The variables that a new execution exports: those of the shell and those that it was given to hand on. */
export function liveExported(shell, options) {
  const own = new Set(options.unexported)
  const given = Object.keys(options.env ?? {})
  const names = given.filter((name) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !own.has(name))
  return new Set(options.replaceEnv ? names : [...shell, ...names])
}

export async function liveIsOnPath(ctx, name) {
  for (const folder of (ctx.state.env.get('PATH') ?? '').split(':')) {
    const path = ctx.fs.resolvePath(ctx.state.cwd, `${folder}/${name}`)
    if (folder === '' || !(await ctx.fs.exists(path))) continue
    const { isDirectory, mode } = await ctx.fs.stat(path)
    if (!isDirectory && (mode & 0o111) !== 0) return true
  }
  return false
}
