/**
 * Built-ins that Node 20 lacks and every supported browser has, for tests that run in Node. The `lib` entries of the
 * tsconfig files allow just these of what came after ES2023, so `npm run check` fails on a newer one that is not here.
 */
Promise.withResolvers ??= function withResolvers() {
  let resolve
  let reject
  const promise = new this((onResolve, onReject) => {
    resolve = onResolve
    reject = onReject
  })
  return { promise, resolve, reject }
}

Map.groupBy ??= function groupBy(items, keyOf) {
  const groups = new Map()
  let index = 0
  for (const item of items) {
    const key = keyOf(item, index++)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}
