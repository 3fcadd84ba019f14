/** Every command of git that there is here, by name. */
import type { GitCommand } from '../command.ts'
import { amCommand } from './patches/am.ts'
import { applyCommand } from './patches/apply.ts'
import { archiveCommand } from './repository/archive.ts'
import { bisectCommand } from './bisect/bisect.ts'
import { blameCommand } from './history/blame.ts'
import { bundleCommand } from './remotes/bundle.ts'
import { cloneCommand } from './remotes/clone.ts'
import { fetchCommand, lsRemoteCommand } from './remotes/fetch.ts'
import { pullCommand } from './remotes/pull.ts'
import { pushCommand } from './remotes/push.ts'
import { formatPatchCommand } from './patches/format-patch.ts'
import { fsckCommand } from './repository/fsck.ts'
import {
  gcCommand,
  maintenanceCommand,
  packRefsCommand,
  pruneCommand,
  prunePackedCommand,
  repackCommand,
} from './repository/gc.ts'
import { grepCommand } from './changes/grep.ts'
import { remoteCommand } from './remotes/remote.ts'
import { worktreeCommand } from './branches/worktree.ts'
import { varCommand } from './repository/var.ts'
import { addCommand } from './changes/add.ts'
import { branchCommand } from './branches/branch.ts'
import { checkoutCommand } from './branches/checkout.ts'
import { switchCommand } from './branches/switch.ts'
import { cherryPickCommand, revertCommand } from './merge/cherry-pick.ts'
import { cherryCommand } from './history/cherry.ts'
import { checkAttrCommand } from './plumbing/check-attr.ts'
import { checkIgnoreCommand } from './plumbing/check-ignore.ts'
import { checkMailmapCommand } from './plumbing/check-mailmap.ts'
import { cleanCommand } from './changes/clean.ts'
import { commitCommand } from './changes/commit.ts'
import { configCommand } from './repository/config.ts'
import { countObjectsCommand } from './repository/count-objects.ts'
import { describeCommand } from './history/describe.ts'
import { diffFilesCommand, diffIndexCommand, diffTreeCommand } from './plumbing/diff-plumbing.ts'
import { diffCommand } from './changes/diff.ts'
import { commitTreeCommand, readTreeCommand, updateIndexCommand } from './plumbing/index-plumbing.ts'
import { initCommand } from './repository/init.ts'
import { logCommand, reflogCommand, revListCommand } from './history/log.ts'
import { lsFilesCommand } from './plumbing/ls-files.ts'
import { mergeCommand } from './merge/merge.ts'
import { mvCommand } from './changes/mv.ts'
import { nameRevCommand } from './history/name-rev.ts'
import { notesCommand } from './history/notes.ts'
import {
  catFileCommand,
  forEachRefCommand,
  hashObjectCommand,
  lsTreeCommand,
  mergeBaseCommand,
  showRefCommand,
  symbolicRefCommand,
  writeTreeCommand,
} from './plumbing/objects.ts'
import { rebaseCommand } from './rebase/rebase.ts'
import { resetCommand } from './changes/reset.ts'
import { restoreCommand } from './changes/restore.ts'
import { revParseCommand } from './plumbing/rev-parse.ts'
import { rmCommand } from './changes/rm.ts'
import { shortlogCommand } from './history/shortlog.ts'
import { showCommand } from './history/show.ts'
import { stashCommand } from './stash/stash.ts'
import { statusCommand } from './changes/status.ts'
import { submoduleCommand } from './repository/submodule.ts'
import { tagCommand } from './branches/tag.ts'
import { updateRefCommand } from './plumbing/update-ref.ts'

export const COMMANDS: Readonly<Record<string, GitCommand>> = {
  add: addCommand,
  am: amCommand,
  annotate: blameCommand,
  apply: applyCommand,
  archive: archiveCommand,
  bisect: bisectCommand,
  blame: blameCommand,
  branch: branchCommand,
  bundle: bundleCommand,
  'cat-file': catFileCommand,
  checkout: checkoutCommand,
  'check-attr': checkAttrCommand,
  'check-ignore': checkIgnoreCommand,
  'check-mailmap': checkMailmapCommand,
  cherry: cherryCommand,
  'cherry-pick': cherryPickCommand,
  clean: cleanCommand,
  clone: cloneCommand,
  commit: commitCommand,
  'commit-tree': commitTreeCommand,
  config: configCommand,
  'count-objects': countObjectsCommand,
  describe: describeCommand,
  diff: diffCommand,
  'diff-files': diffFilesCommand,
  'diff-index': diffIndexCommand,
  'diff-tree': diffTreeCommand,
  fetch: fetchCommand,
  'for-each-ref': forEachRefCommand,
  'format-patch': formatPatchCommand,
  fsck: fsckCommand,
  gc: gcCommand,
  grep: grepCommand,
  'hash-object': hashObjectCommand,
  init: initCommand,
  log: logCommand,
  'ls-files': lsFilesCommand,
  'ls-remote': lsRemoteCommand,
  'ls-tree': lsTreeCommand,
  maintenance: maintenanceCommand,
  'merge-base': mergeBaseCommand,
  merge: mergeCommand,
  mv: mvCommand,
  'name-rev': nameRevCommand,
  notes: notesCommand,
  'pack-refs': packRefsCommand,
  prune: pruneCommand,
  'prune-packed': prunePackedCommand,
  pull: pullCommand,
  push: pushCommand,
  'read-tree': readTreeCommand,
  rebase: rebaseCommand,
  reflog: reflogCommand,
  remote: remoteCommand,
  repack: repackCommand,
  reset: resetCommand,
  restore: restoreCommand,
  'rev-list': revListCommand,
  'rev-parse': revParseCommand,
  revert: revertCommand,
  rm: rmCommand,
  'show-ref': showRefCommand,
  show: showCommand,
  shortlog: shortlogCommand,
  stage: addCommand,
  stash: stashCommand,
  status: statusCommand,
  submodule: submoduleCommand,
  switch: switchCommand,
  'symbolic-ref': symbolicRefCommand,
  tag: tagCommand,
  'update-index': updateIndexCommand,
  'update-ref': updateRefCommand,
  var: varCommand,
  worktree: worktreeCommand,
  'write-tree': writeTreeCommand,
}
