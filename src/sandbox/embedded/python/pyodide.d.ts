/** The part of the package that we use: its own types name the DOM, which a worker does not have. */
declare module 'pyodide/pyodide.mjs?url' {
  export default url
  const url: string
}
declare module 'pyodide/pyodide.asm.mjs?url' {
  export default url
  const url: string
}
declare module 'pyodide/pyodide.asm.wasm?url' {
  export default url
  const url: string
}
declare module 'pyodide/python_stdlib.zip?url' {
  export default url
  const url: string
}
declare module '*.py?raw' {
  export default text
  const text: string
}
