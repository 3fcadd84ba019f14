/** What Node 20 lacks and every browser that the program runs in has: for the tests that run in Node. */
Promise.withResolvers ??= function withResolvers() {
  let resolve
  let reject
  const promise = new this((onResolve, onReject) => {
    resolve = onResolve
    reject = onReject
  })
  return { promise, resolve, reject }
}
