/** The address of the model's worker as the policy of this origin takes it, where Trusted Types are enforced. */
interface PolicyFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string }
}

// TypeScript's library does not know the global; the used part is declared above.
const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes
let policy: ReturnType<PolicyFactory['createPolicy']> | undefined

/** One of another origin is a bug. */
export function trustedScript(url: string): string {
  // A policy can be made once.
  policy ??= factory?.createPolicy('app-url', {
    createScriptURL: (text) => {
      if (new URL(text, location.href).origin === location.origin) return text
      throw new Error(`A worker must come from this origin, not from ${text}`)
    },
  })
  return policy?.createScriptURL(url) ?? url
}
