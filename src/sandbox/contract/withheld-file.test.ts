/** Names of files that hold secrets, in every spelling that a backup, a place or a revision gives them; and names beside them. */
import { describe, expect, it } from 'vitest'
import { isOwnWithheldFile, isWithheldFile, mayHoldSecrets, PLACE_NAMES } from './withheld-file.ts'

describe('is withheld', () => {
  it.each([
    '.env',
    '.ENV',
    '.env.local',
    '.env-prod',
    '.env_staging',
    '.env~',
    '.env.md',
    '.env.bak',
    'apps/web/.env.production',
    'prod.env',
    '.envrc',
    'id_rsa',
    'id_rsa.bak',
    'id_ed25519.old~',
    'server.key',
    'server.key.bak',
    'tls/cert.pem.1',
    '/home/user/.kube/config',
    '/home/user/.aws/config',
    '/home/user/.aws/credentials',
    '/home/user/.azure/config',
    '/home/user/.docker/config.json',
    '/home/user/.config/gh/hosts.yml',
    '/home/user/.ssh/deploy',
    '.pypirc',
    'terraform.tfstate',
    'terraform.tfstate.backup',
    'prod.tfvars',
    '/home/user/.cargo/credentials.toml',
    'auth.json',
    '.my.cnf',
    '.env copy',
    '.env 2',
    '.env (1)',
    '.env(1)',
    '.env ',
    '#.env#',
    '.#.env',
    'Copy of .env',
    '.id_rsa.swp',
    '.credentials.json.swp',
    'credentials (1).json',
    'credentials copy 2.json',
    'id_rsa.gz',
    '.netrc.txt',
    'secrets.json.bak.gz',
    '.secrets',
    '.secrets.toml',
    'secrets.prod.yaml',
    'secrets.ini',
    'credentials.yml.enc',
    'credentials.csv',
    'accessKeys.csv',
    'client_secret_12.apps.json',
    'app-firebase-adminsdk-a1.json',
    'AuthKey_AB.p8',
    'kubeconfig',
    'prod.kubeconfig',
    '.vault_pass',
    '.terraformrc',
    'local.settings.json',
    '/workspace/.envs/.production/.django',
    '.dev.vars.production',
    '.flaskenv',
    'HEAD:id_rsa',
    'HEAD:.netrc',
    'HEAD:credentials',
    'main~2:config/.pgpass',
    ':id_ed25519',
    ':0:.env',
  ])('%s', (path) => {
    expect(isWithheldFile(path)).toBe(true)
  })
})

describe('is open', () => {
  it.each([
    '.env.example',
    '.env.sample.local.example',
    '.env-template',
    '.env.d.ts',
    'id_rsa.pub',
    '/home/user/.ssh/known_hosts',
    '/home/user/.ssh/config',
    'config',
    'src/environment.ts',
    'keys.md',
    'secrets.ts',
    'HEAD:README.md',
    'variables.tf',
    'credentials.md',
    'notes (1).json',
    'page copy.txt',
    'secrets.schema.json',
    'src/secrets/index.ts',
    '.dev.vars.example',
  ])('%s', (path) => {
    expect(isWithheldFile(path)).toBe(false)
  })
})

it('passes over what packages bring along where openings are told', () => {
  expect(isOwnWithheldFile('/workspace/node_modules/tls-test/server.key')).toBe(false)
  expect(isOwnWithheldFile('/workspace/.venv/lib/certifi/cacert.pem')).toBe(false)
  expect(isOwnWithheldFile('/etc/ssl/cert.pem')).toBe(false)
  expect(isOwnWithheldFile('/workspace/certs/server.key')).toBe(true)
})

it('has a folder of a known name in each path that is withheld for its place', () => {
  for (const place of [
    '.ssh',
    '.aws',
    '.gnupg',
    '.azure',
    '.kube',
    '.config/gcloud',
    '.docker/config.json',
    '.config/gh',
  ]) {
    expect(isWithheldFile(`/home/user/${place}/file`), place).toBe(true)
    expect(
      place.split('/').some((name) => PLACE_NAMES.has(name)),
      place,
    ).toBe(true)
  }
})

it('has the values known of files that hold a secret now and then', () => {
  for (const path of [
    '/workspace/.npmrc',
    '/workspace/.git/config',
    '/home/user/.m2/settings.xml',
    '/workspace/.env',
  ])
    expect(mayHoldSecrets(path), path).toBe(true)
  for (const path of ['/workspace/node_modules/a/.npmrc', '/workspace/package.json', '/workspace/.git/HEAD'])
    expect(mayHoldSecrets(path), path).toBe(false)
})
