/**
 * Descriptors that stand for a standard stream (`exec 3>&1`, `exec 2>&1`) lead to what that was when they were made. The
 * library looks at what it is now: in a substitution or a pipe, where it is another, they are bound to the old one before.
 */

/** Prefix of the kernel's names for descriptors of this process. */
export const OWN = '/proc/self/fd/'
export const STREAMS = ['stdin', 'stdout', 'stderr']

/**
 * Binds those in `state` whose standard stream is about to change from `before` to `after`, see `ctx.state.live`. Those that
 * are replaced (`fds`) no longer lead where `exec >file` has put them.
 * `entryOf` and `textOf` are the library's: a descriptor's entry, and the text that it keeps for one.
 */
export function livePin(ctx, { before, after, fds, entryOf, textOf }) {
  const { fileDescriptors } = ctx.state
  if (!fileDescriptors?.size) return
  const pinned = new Map(fileDescriptors)
  for (const fd of fileDescriptors.keys()) {
    const entry = entryOf(ctx, fd)
    const name = entry?.kind === 'dup-out' ? STREAMS[entry.sourceFd] : undefined
    if (name !== undefined && before[name] !== after[name]) bind(pinned, fd, before[name], textOf)
  }
  for (const fd of fds) pinned.delete(fd)
  ctx.state.fileDescriptors = pinned
}

/** The same for a command whose streams are redirected, `fds` among them; returns how they stand for them again, unless they were moved in it. */
export function livePinWhile(ctx, options) {
  const { fileDescriptors: own } = ctx.state
  if (!own?.size) return () => undefined
  livePin(ctx, options)
  const pinned = new Map(ctx.state.fileDescriptors)
  return () => {
    const left = new Map(ctx.state.fileDescriptors)
    for (const [fd, text] of own) if (left.get(fd) === pinned.get(fd)) left.set(fd, text)
    ctx.state.fileDescriptors = left
  }
}

/**
 * After `exec` has moved descriptors: one that stands for a standard stream which leads elsewhere now is bound to what that
 * was, and one that is bound to what its stream still is stands for it again.
 */
export function liveSettleDescriptors(ctx, { entryOf, textOf }) {
  const { fileDescriptors, live } = ctx.state
  if (!live || !fileDescriptors?.size) return
  const settled = new Map(fileDescriptors)
  for (const fd of [1, 2]) if (leadsTo(live[STREAMS[fd]], entryOf(ctx, fd))) settled.delete(fd)
  for (const fd of settled.keys()) {
    const entry = entryOf(ctx, fd)
    if (entry?.kind === 'dup-out' && settled.has(entry.sourceFd))
      bind(settled, fd, live[STREAMS[entry.sourceFd]], textOf)
    const sourceFd = [1, 2].find((own) => !settled.has(own) && leadsTo(live[STREAMS[own]], entry))
    if (sourceFd !== undefined) settled.set(fd, textOf({ kind: 'dup-out', sourceFd }))
  }
  ctx.state.fileDescriptors = settled
}

function leadsTo(stream, entry) {
  return stream !== null && livePinned(entry) === stream
}

/** Binds nothing when the library collects the stream itself. */
function bind(descriptors, fd, stream, textOf) {
  if (stream !== null) descriptors.set(fd, textOf({ kind: 'output', path: OWN + stream, append: true }))
}

/** The descriptor that such an entry is bound to; undefined for every other entry. */
export function livePinned(entry) {
  if (entry?.kind !== 'output' || !entry.path.startsWith(OWN)) return undefined
  const fd = Number(entry.path.slice(OWN.length))
  return Number.isInteger(fd) ? fd : undefined
}
