/** Reads JSON that may have comments and commas before a closing bracket, as settings of TypeScript do. Throws as `JSON.parse`. */
export function parseJsonWithComments(text: string): unknown {
  const plain = text
    .replace(/^\uFEFF/, '')
    .replace(/("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[^]*?\*\//g, '$1')
    .replace(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g, '$1')
  return JSON.parse(plain)
}
