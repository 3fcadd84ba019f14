/** Files of the engine by their addresses, as the bundler gives them. */
declare module '*/llama.wasm?url' {
  export default url
  const url: string
}
declare module '*/llama-worker.js?url' {
  export default url
  const url: string
}
