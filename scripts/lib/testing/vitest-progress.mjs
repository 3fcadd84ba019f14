/** A reporter for Vitest that sends how far it is to the script that runs it. Tests are known when their file is loaded. */
export default class VitestProgress {
  #done = 0
  #total = 0

  onTestModuleCollected(module) {
    this.#total += [...module.children.allTests()].length
    this.#send()
  }

  onTestCaseResult() {
    this.#done += 1
    this.#send()
  }

  #send() {
    process.send?.({ done: this.#done, total: this.#total, isTotalKnown: false })
  }
}
