/** Every command of git that there is here, by name. */
import type { GitCommand } from '../command.ts'
import { amCommand } from './am.ts'
import { applyCommand } from './apply.ts'
import { archiveCommand } from './archive.ts'
import { bisectCommand } from './bisect.ts'
import { blameCommand } from './blame.ts'
import { bundleCommand } from './bundle.ts'
import { cloneCommand } from './clone.ts'
import { fetchCommand, lsRemoteCommand } from './fetch.ts'
import { pullCommand } from './pull.ts'
import { pushCommand } from './push.ts'
import { formatPatchCommand } from './format-patch.ts'
import { fsckCommand } from './fsck.ts'
import {
  gcCommand,
  maintenanceCommand,
  packRefsCommand,
  pruneCommand,
  prunePackedCommand,
  repackCommand,
} from './gc.ts'
import { grepCommand } from './grep.ts'
import { remoteCommand } from './remote.ts'
import { worktreeCommand } from './worktree.ts'
import { varCommand } from './var.ts'
import { addCommand } from './add.ts'
import { branchCommand } from './branch.ts'
import { checkoutCommand } from './checkout.ts'
import { switchCommand } from './switch.ts'
import { cherryPickCommand, revertCommand } from './cherry-pick.ts'
import { cherryCommand } from './cherry.ts'
import { checkAttrCommand } from './check-attr.ts'
import { checkIgnoreCommand } from './check-ignore.ts'
import { checkMailmapCommand } from './check-mailmap.ts'
import { cleanCommand } from './clean.ts'
import { commitCommand } from './commit.ts'
import { configCommand } from './config.ts'
import { countObjectsCommand } from './count-objects.ts'
import { describeCommand } from './describe.ts'
import { diffFilesCommand, diffIndexCommand, diffTreeCommand } from './diff-plumbing.ts'
import { diffCommand } from './diff.ts'
import { commitTreeCommand, readTreeCommand, updateIndexCommand } from './index-plumbing.ts'
import { initCommand } from './init.ts'
import { logCommand, reflogCommand, revListCommand } from './log.ts'
import { lsFilesCommand } from './ls-files.ts'
import { mergeCommand } from './merge.ts'
import { mvCommand } from './mv.ts'
import { nameRevCommand } from './name-rev.ts'
import { notesCommand } from './notes.ts'
import {
  catFileCommand,
  forEachRefCommand,
  hashObjectCommand,
  lsTreeCommand,
  mergeBaseCommand,
  showRefCommand,
  symbolicRefCommand,
  writeTreeCommand,
} from './objects.ts'
import { rebaseCommand } from './rebase.ts'
import { resetCommand } from './reset.ts'
import { restoreCommand } from './restore.ts'
import { revParseCommand } from './rev-parse.ts'
import { rmCommand } from './rm.ts'
import { shortlogCommand } from './shortlog.ts'
import { showCommand } from './show.ts'
import { stashCommand } from './stash.ts'
import { statusCommand } from './status.ts'
import { submoduleCommand } from './submodule.ts'
import { tagCommand } from './tag.ts'
import { updateRefCommand } from './update-ref.ts'

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
