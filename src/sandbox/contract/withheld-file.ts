/**
 * Files that hold secrets: the one list of their names, for the agent and for the sandbox. They are withheld from the model in
 * every mode and whatever the rules say: only the user's own word lets one be read. The values in them are taken out of all that
 * is shown (`agent/redact/`).
 */
import { basename, relativeTo } from './path.ts'

const NAMES =
  /^(\.env([._~-].*)?|.+\.env|\.envrc|\.flaskenv|.*\.(pem|key|p8|p12|pfx|jks|keystore|kdbx|ppk|asc|jwk|ovpn|kubeconfig|tfstate|tfvars|tfvars\.json)|id_(rsa|dsa|ecdsa|ed25519)(_sk)?|\.netrc|_netrc|\.pgpass|\.my\.cnf|\.mylogin\.cnf|\.git-credentials|\.htpasswd|\.vault-token|\.s3cfg|\.boto|\.pypirc|\.dockercfg|\.databrickscfg|\.terraformrc|terraform\.rc|kubeconfig|\.vault[_-]pass(word)?|((google|firebase|gcp|aws)[_-])?credentials(\.(json|toml|ya?ml|ini|xml|csv|properties|tfrc\.json))?|(accesskeys|rootkey)\.csv|auth\.json|local\.settings\.json|key(store)?\.properties|service-?account.*\.json|client_secret.*\.json|gha-creds-.+\.json|.+-firebase-adminsdk-.+\.json|\.secrets?|\.?secrets?([._-](prod|production|dev|development|staging|stage|local|test))?\.(json|ya?ml|toml|ini|txt|xml|properties)|\.dev\.vars(\..+)?)$/
const PLACES =
  /\/(\.ssh|\.aws|\.envs|\.gnupg|\.azure|\.kube|\.config\/gcloud|\.docker\/config\.json|\.config\/gh)(\/|$)/
/** In `.ssh`: who is known, and how hosts are reached. */
const OPEN_IN_PLACES = /\/\.ssh\/(?:known_hosts(?:\.old)?|config|authorized_keys)$|\.pub$/
/** Made to be read: templates, public halves, and the types that belong to a `.env`. */
const OPEN =
  /(^|[._-])(example|sample|template|tpl|dist|defaults?|schema|test-fixture)$|\.pub$|^\.env\.d\.ts$/
/** A copy of such a file is one, too. */
const BACKUP = /(?:\.(?:bak|backup|copy|old|orig|save|tmp|sw[op]|\d{1,8})|[-_](?:bak|backup|copy|old)|~)+$/
/** As editors, file managers and browsers name what they save beside a file: `#x#`, `.#x`, `x copy 2`, `x (1).json`, `Copy of x`. */
const SAVED_BESIDE =
  /^(?:\.?#|copy of |kopie von )|#$|[ _-]?\(\d{1,4}\)(?=\.|$)| (?:- )?(?:copy|kopie)(?: \d{1,4})?(?=\.|$)| \d{1,4}(?=\.|$)|(?<![\s.])[\s.]+$/g
const MOST_NAME_CHARS = 1_024
const PACKED = /(?:\.(?:gz|bz2|xz|zst|zip|7z|tar|tgz|enc|age|gpg|txt))+$/
/** These hold a secret now and then, and are read by every package manager: their values are known, and nobody is asked. */
const SOMETIMES =
  /(?:^|\/)(?:\.npmrc|\.yarnrc\.yml|\.m2\/settings\.xml|\.git\/config|pip\.conf|\.bunfig\.toml)$/
/** Packages bring keys of their tests along, and systems their certificates; nobody's secret is in what everybody installs. */
const PACKAGES =
  /^\/(?:usr|lib|opt|etc\/ssl)\/|(?:^|\/)(?:node_modules|\.git|\.venv|venv|site-packages|dist-packages|vendor)\//

/** By its name alone, whatever its case: an exported tree may land where case does not count. */
export function isWithheldFile(path: string): boolean {
  const lower = path.toLowerCase()
  if (PLACES.test(lower)) return !OPEN_IN_PLACES.test(lower)
  const name = basename(lower)
  // `git show HEAD:id_rsa`: a revision stands before the name.
  return isWithheldName(name) || (name.includes(':') && isWithheldName(name.slice(name.lastIndexOf(':') + 1)))
}

/** Names of folders whose files are withheld for where they lie, in lower case: a path without one is judged by its last name. */
export const PLACE_NAMES: ReadonlySet<string> = new Set([
  '.ssh',
  '.aws',
  '.envs',
  '.gnupg',
  '.azure',
  '.kube',
  '.docker',
  'gcloud',
  'gh',
])

function isWithheldName(name: string): boolean {
  if (OPEN.test(name)) return false
  // No file has a name that is longer.
  if (NAMES.test(name) || name.length > MOST_NAME_CHARS) return NAMES.test(name)
  const original = name
    .replace(BACKUP, '')
    .replaceAll(SAVED_BESIDE, '')
    .replace(PACKED, '')
    .replace(BACKUP, '')
  if (original === name) return false
  // The name of an editor's swap file begins with a dot of its own.
  const names = /\.sw[op]$/.test(name) ? [original, original.replace(/^\./, '')] : [original]
  return names.some((one) => NAMES.test(one) && !OPEN.test(one))
}

/** A withheld file that holds somebody's own secrets, and no package's: one whose opening is told. */
export function isOwnWithheldFile(path: string): boolean {
  return isWithheldFile(path) && !PACKAGES.test(relativeTo(path))
}

/** A file with values that are to be known, so that nothing prints them. */
export function mayHoldSecrets(path: string): boolean {
  return isOwnWithheldFile(path) || (SOMETIMES.test(path) && !/(?:^|\/)node_modules\//.test(path))
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
    // One star is as good as many, which take the power of their number.
    .replaceAll(/\*+/g, '.*')
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
