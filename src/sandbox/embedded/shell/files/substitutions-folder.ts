/** Folder of a shell's process substitutions. */
export function substitutionsFolder(pid: number): string {
  return `/tmp/.shell-${pid}`
}
