/**
 * Files that hold secrets. They are withheld from the model in every mode and whatever the rules say: only the user's own
 * word, each time, lets one be read. What of them shows up elsewhere is taken out by value (`redact/`).
 */
import { basename } from './path.ts'

const NAMES =
  /^(\.env(\..+)?|.+\.env|\.envrc|.+\.(pem|key|p12|pfx|jks|keystore|kdbx|ppk|asc)|id_(rsa|dsa|ecdsa|ed25519)(_sk)?|\.netrc|_netrc|\.pgpass|\.git-credentials|\.htpasswd|\.vault-token|\.s3cfg|\.boto|\.dockercfg|credentials(\.json)?|service-?account.*\.json|secrets?\.(json|ya?ml|toml)|\.dev\.vars)$/
const PLACES =
  /\/(\.ssh|\.aws|\.gnupg|\.azure|\.kube|\.config\/gcloud|\.docker\/config\.json|\.config\/gh)(\/|$)/
/** Made to be read: templates, public halves, and what a `.env` package is made of. */
const OPEN =
  /(^|\.)(example|sample|template|dist|defaults?|schema|test-fixture)$|\.pub$|^\.env\.d\.ts$|\.(ts|js|mjs|cjs|tsx|md)$/

/** By its name alone, whatever its case: an exported tree may land where case does not count. */
export function isWithheldFile(path: string): boolean {
  const name = basename(path).toLowerCase()
  if (PLACES.test(path.toLowerCase())) return !name.endsWith('.pub') && !/^(known_hosts|config)$/.test(name)
  return NAMES.test(name) && !OPEN.test(name)
}

/** Names that a pattern of the shell is tried against, since no file can be looked at here. */
const SAMPLES = [
  '.env',
  '.env.local',
  '.env.production',
  'id_rsa',
  'id_ed25519',
  'server.key',
  'cert.pem',
  '.netrc',
  '.npmrc',
  'credentials',
  'secrets.json',
]

/** Whether a shell's pattern, with its stars as they stand, names such files on purpose: `.e*`, `*.pem`, not a bare `*`. */
export function mayMatchWithheld(pattern: string): boolean {
  if (isWithheldFile(pattern.replaceAll(/[*?]/g, 'x')) && /[*?[]/.test(pattern)) return true
  const name = basename(pattern)
  // The shell's star leaves out names with a dot; and what everything matches was not written for these.
  if (/^[*?]+(\.(json|ya?ml|toml))?$/.test(name) || !/[*?[]/.test(name)) return isWithheldFile(pattern)
  const source = name
    .replaceAll(/[.+^${}()|\\]/g, String.raw`\$&`)
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
    .replaceAll('[!', '[^')
  try {
    const expression = new RegExp(`^${source}$`, 'i')
    return SAMPLES.some(
      (sample) =>
        isWithheldFile(sample) && sample.startsWith('.') === name.startsWith('.') && expression.test(sample),
    )
  } catch {
    return true
  }
}
