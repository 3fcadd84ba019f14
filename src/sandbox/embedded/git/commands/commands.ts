/** Every command of git that there is here, by name. */
import type { GitCommand } from '../command.ts'
import { applyCommand } from './apply.ts'
import { archiveCommand } from './archive.ts'
import { blameCommand } from './blame.ts'
import { bundleCommand } from './bundle.ts'
import { cloneCommand } from './clone.ts'
import { fetchCommand, lsRemoteCommand } from './fetch.ts'
import { pullCommand } from './pull.ts'
import { pushCommand } from './push.ts'
import { formatPatchCommand } from './format-patch.ts'
import { fsckCommand } from './fsck.ts'
import { grepCommand } from './grep.ts'
import { remoteCommand } from './remote.ts'
import { worktreeCommand } from './worktree.ts'
import { addCommand } from './add.ts'
import { branchCommand } from './branch.ts'
import { checkoutCommand, switchCommand } from './checkout.ts'
import { cherryPickCommand, revertCommand } from './cherry-pick.ts'
import { cleanCommand } from './clean.ts'
import { commitCommand } from './commit.ts'
import { configCommand } from './config.ts'
import { diffCommand } from './diff.ts'
import { initCommand } from './init.ts'
import { logCommand, reflogCommand, revListCommand } from './log.ts'
import { lsFilesCommand } from './ls-files.ts'
import { mergeCommand } from './merge.ts'
import { mvCommand } from './mv.ts'
import {
  catFileCommand,
  forEachRefCommand,
  hashObjectCommand,
  lsTreeCommand,
  mergeBaseCommand,
  showRefCommand,
  symbolicRefCommand,
  updateRefCommand,
  writeTreeCommand,
} from './objects.ts'
import { rebaseCommand } from './rebase.ts'
import { resetCommand } from './reset.ts'
import { restoreCommand } from './restore.ts'
import { revParseCommand } from './rev-parse.ts'
import { rmCommand } from './rm.ts'
import { showCommand } from './show.ts'
import { stashCommand } from './stash.ts'
import { statusCommand } from './status.ts'
import { tagCommand } from './tag.ts'

export const COMMANDS: Readonly<Record<string, GitCommand>> = {
  add: addCommand,
  annotate: blameCommand,
  apply: applyCommand,
  archive: archiveCommand,
  blame: blameCommand,
  branch: branchCommand,
  bundle: bundleCommand,
  'cat-file': catFileCommand,
  checkout: checkoutCommand,
  'cherry-pick': cherryPickCommand,
  clean: cleanCommand,
  clone: cloneCommand,
  commit: commitCommand,
  config: configCommand,
  diff: diffCommand,
  fetch: fetchCommand,
  'for-each-ref': forEachRefCommand,
  'format-patch': formatPatchCommand,
  fsck: fsckCommand,
  grep: grepCommand,
  'hash-object': hashObjectCommand,
  init: initCommand,
  log: logCommand,
  'ls-files': lsFilesCommand,
  'ls-remote': lsRemoteCommand,
  'ls-tree': lsTreeCommand,
  'merge-base': mergeBaseCommand,
  merge: mergeCommand,
  mv: mvCommand,
  pull: pullCommand,
  push: pushCommand,
  rebase: rebaseCommand,
  reflog: reflogCommand,
  remote: remoteCommand,
  reset: resetCommand,
  restore: restoreCommand,
  'rev-list': revListCommand,
  'rev-parse': revParseCommand,
  revert: revertCommand,
  rm: rmCommand,
  'show-ref': showRefCommand,
  show: showCommand,
  stage: addCommand,
  stash: stashCommand,
  status: statusCommand,
  switch: switchCommand,
  'symbolic-ref': symbolicRefCommand,
  tag: tagCommand,
  'update-ref': updateRefCommand,
  worktree: worktreeCommand,
  'write-tree': writeTreeCommand,
}
