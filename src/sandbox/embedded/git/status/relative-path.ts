/** `path` (from the worktree's top) as seen from the directory `prefix` (the same way). A slash at its end stays. */
export function relativePath(path: string, prefix: string): string {
  if (prefix === '') return path
  const from = prefix.split('/')
  const to = path.split('/')
  let same = 0
  while (same < from.length && same < to.length - 1 && from[same] === to[same]) same += 1
  const rest = to.slice(same).join('/')
  const up = '../'.repeat(from.length - same)
  return up + rest === '' ? './' : up + rest
}
