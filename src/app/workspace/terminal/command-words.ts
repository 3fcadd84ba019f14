/** Names that completion offers and that are no files. */

/** Builtins and reserved words of the shell. */
export const SHELL_WORDS: readonly string[] =
  `alias bg break case cd command continue declare disown do done echo elif else esac eval exec exit export
  false fg fi for function getopts hash help history if jobs kill let local mapfile popd printf pushd pwd read
  readonly return set shift shopt source test then time trap true type typeset ulimit umask unalias
  unset until wait while`.split(/\s+/)

export const GIT_COMMANDS: readonly string[] =
  `add am apply archive bisect blame branch bundle checkout cherry cherry-pick clean clone commit config count-objects diff
  fetch format-patch fsck grep init log ls-files ls-remote ls-tree merge mv notes pull push rebase reflog remote reset restore
  rev-parse revert rm show stash status switch tag worktree`.split(/\s+/)

/** Git commands whose arguments are branches and tags. */
export const GIT_BRANCH_COMMANDS: ReadonlySet<string> = new Set(
  `branch checkout cherry-pick diff log merge push pull rebase reset show switch tag worktree`.split(' '),
)

export const NPM_COMMANDS: readonly string[] = 'exec prefix restart root run start stop test'.split(' ')
