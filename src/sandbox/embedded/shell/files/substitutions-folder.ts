/** Where the files of process substitutions of the shell with this number are. */
export function substitutionsFolder(pid: number): string {
  return `/tmp/.shell-${pid}`
}
