/** Results of Node's own tests, a line a module, and failures with their known reasons. */

/** Share of the files that must pass: what the issue asks for, a little below what was last measured. */
const TARGET = 0.92

/**
 * `outcomes` by file name; `known` is `{ reasons: { key: text }, files: { name: key } }`. True when all is as it is
 * known to be, and enough passes.
 */
export function showNodeRates(outcomes, known, isWhole) {
  const failed = [...outcomes].filter(([, { exitCode }]) => exitCode !== 0).map(([name]) => name)
  const fresh = failed.filter((name) => known.files[name] === undefined)
  const cured = [...outcomes.keys()].filter(
    (name) => known.files[name] !== undefined && !failed.includes(name),
  )
  if (isWhole) {
    for (const [key, reason] of Object.entries(known.reasons)) {
      const files = failed.filter((name) => known.files[name] === key)
      if (files.length > 0) console.log(`\n${reason}\n${files.map((name) => `  ${name}`).join('\n')}`)
    }
    console.log(`\n${tableOf([...outcomes.keys()], failed)}`)
  }
  if (fresh.length > 0) console.log(`\nNEW: not known to fail\n  ${fresh.join('\n  ')}`)
  if (cured.length > 0)
    console.log(`\nThese pass: take them off the list of known failures\n  ${cured.join('\n  ')}`)
  const rate = 1 - failed.length / outcomes.size
  console.log(`\nnode: ${outcomes.size - failed.length} of ${outcomes.size} (${(rate * 100).toFixed(1)} %)`)
  return fresh.length === 0 && cured.length === 0 && (!isWhole || rate >= TARGET)
}

function tableOf(names, failed) {
  const groups = new Map()
  for (const name of names) {
    const group = moduleOf(name)
    const counts = groups.get(group) ?? { all: 0, failed: 0 }
    groups.set(group, counts)
    counts.all += 1
    if (failed.includes(name)) counts.failed += 1
  }
  return [...groups]
    .sort(([left], [right]) => left.localeCompare(right))
    .map(
      ([group, counts]) =>
        `${group.padEnd(24)}${String(counts.all - counts.failed).padStart(4)} of ${counts.all}`,
    )
    .join('\n')
}

/** `test-fs-cp-sync-error.mjs` is of `fs`. */
export function moduleOf(name) {
  const [, first = name, second] = name.replace(/\.m?js(\.js)?$/, '').split('-')
  return ['async', 'diagnostics', 'string', 'child'].includes(first) ? `${first}-${second}` : first
}
