// One file for both kinds of worker: what drives the model, and the threads that it starts to share its work.
const IS_THREAD = self.name.startsWith('em-pthread')
const RUN_OPTIONS = IS_THREAD ? { noWebGPU: self.name.endsWith('-cpu') } : JSON.parse(self.name)
RUN_OPTIONS.threadName = RUN_OPTIONS.noWebGPU ? 'em-pthread-cpu' : 'em-pthread'
// Under enforced Trusted Types a worker's address has to be one; it is always this file.
RUN_OPTIONS.threadScript =
  self.trustedTypes
    ?.createPolicy('app-url', { createScriptURL: () => self.location.href })
    .createScriptURL('') ?? self.location.href

if (RUN_OPTIONS.noWebGPU) {
  Object.defineProperty(WorkerNavigator.prototype, 'gpu', {
    get: () => ({ requestAdapter: async () => null }),
  })
}

if (!WebAssembly.Suspending) {
  // The module names what only newer browsers have; what waits in it is not used without (see `useAsyncFile`).
  WebAssembly.Suspending = (wrapped) => wrapped
  WebAssembly.promising =
    (wrapped) =>
    async (...args) =>
      wrapped(...args)
}
