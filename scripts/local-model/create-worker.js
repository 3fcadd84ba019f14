/** Instead of the library's own way, which makes its worker of text: the page's policy lets only files be workers. */

let script

/** The worker's address, as the page's policy takes it. */
export function setWorkerScript(url) {
  script = url
}

/** `options` reach the worker as its name. */
export function createWorker(options) {
  return new Worker(script, { name: JSON.stringify(options) })
}
