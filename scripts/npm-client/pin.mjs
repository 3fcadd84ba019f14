/** npm's own client, as it comes with the Node version whose library the sandbox runs (10.x), pinned to the byte. */
export const VERSION = '10.9.9'
/** Hash of the published archive, as the registry gives it. */
export const INTEGRITY =
  'sha512-1g+6jLQvaIuB4zwvHL7yrXuXcWZwDsCtBX8bbWDqbvJSSr9nPiDDWTHNgwXR27iIcTTW7v3A57hDW9RYv2W4Yg=='

/** Read by the client at run time under these names, beside its script; the rest is in the script. */
export const FILES = {
  'package.json': 'package.json',
  'bin/npm-cli.js': 'bin/npm-cli.js',
}

/** Optional: other encodings of answers than UTF-8, and building native add-ons, which cannot run in a browser. */
export const EXTERNAL = [
  'encoding',
  'iconv-lite',
  'node-gyp',
  './default-input.js',
  '../lib/cli.js',
  './npm-cli.js',
]
