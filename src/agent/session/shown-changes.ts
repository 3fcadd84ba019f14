/** What a person is shown of the changes: the project's files, not a repository's own bookkeeping and not packages. */
import type { Sandbox, TreeChange } from '../../sandbox/contract.ts'
import { dirname, relativeTo } from '../../sandbox/path.ts'
import { IgnoreRules } from './ignore-rules.ts'

/** As git shows them: what came after the import is left out where a `.gitignore` of the workspace says so. */
export function shownChanges(changes: readonly TreeChange[], rules: IgnoreRules): readonly TreeChange[] {
  return changes.filter(({ path, change }) => {
    const names = path.split('/')
    if (names.includes('.git')) return false
    return change !== 'added' || !(names.includes('node_modules') || rules.isIgnored(path, false))
  })
}

/** The `.gitignore` files of the workspace. One that cannot be read has no say. */
export async function readIgnoreRules(
  sandbox: Pick<Sandbox, 'glob' | 'readFile'>,
  id: string,
): Promise<IgnoreRules> {
  const rules = new IgnoreRules()
  // Those of folders that are left out themselves are not needed, and not found.
  const found = await sandbox.glob({ id, pattern: '.gitignore' })
  for (const path of found.ok ? found.value.paths : []) {
    const text = await sandbox.readFile(path)
    const folder = relativeTo(dirname(path))
    if (text.ok) rules.add(folder === '.' ? '' : folder, new TextDecoder().decode(text.value))
  }
  return rules
}
