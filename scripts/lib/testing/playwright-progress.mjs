/** A reporter for Playwright that sends how far it is to the script that runs it. */
export default class PlaywrightProgress {
  #done = 0
  #total = 0

  onBegin(_config, suite) {
    this.#total = suite.allTests().length
    this.#send()
  }

  onTestEnd() {
    this.#done += 1
    this.#send()
  }

  printsToStdio() {
    return false
  }

  #send() {
    process.send?.({ done: this.#done, total: this.#total, isTotalKnown: true })
  }
}
