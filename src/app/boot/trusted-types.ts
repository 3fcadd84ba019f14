/** The page's two Trusted Types policies; the content-security policy names them and allows no other. */

interface Policy {
  createScriptURL(url: string): string
  createHTML(html: string): string
}

interface PolicyFactory {
  createPolicy(name: string, rules: Partial<Policy>): Policy
}

/** Undefined in browsers without Trusted Types, where a plain string is taken as it is. */
// TypeScript's library does not know the global; what is used of it is described above.
const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes

/** For the URLs of our own workers. A URL of another origin is a bug. */
export function trustScriptUrl(url: string): string {
  // A policy can be made once.
  scriptUrls ??= factory?.createPolicy('app-url', {
    createScriptURL: (text: string) => {
      if (new URL(text, location.href).origin === location.origin) return text
      throw new Error(`A worker must come from this origin, not from ${text}`)
    },
  })
  return scriptUrls?.createScriptURL(url) ?? url
}

let scriptUrls: Policy | undefined

/** DOMPurify's options for results that the page may put into itself; made once, when the renderer loads. */
export function trustedHtmlOptions(): object {
  if (!factory) return {}
  const policy = factory.createPolicy('md-html', {
    // Used by DOMPurify alone: to parse what it then cleans, and for the clean result.
    createHTML: (html) => html,
    createScriptURL: () => {
      throw new Error('Markdown names no scripts.')
    },
  })
  return { RETURN_TRUSTED_TYPE: true, TRUSTED_TYPES_POLICY: policy }
}
