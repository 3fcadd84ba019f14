const IMPORTS = /^((?:#!.*\n)?(?:const \w+ = "(?:[^"\\]|\\.)*";)?)((?:import \{[^}]*\} from "[^"]*";)+)/
const STRICT = /^(?:#!.*\n)?(?:\s|\/\/.*\n|\/\*[^]*?\*\/)*(['"])use strict\1/

/** The imports of JSX's runtime that a compiler has put in front of a script, by `require`: only a module can have imports. */
export function requireRuntime(code: string, source: string): string {
  const found = IMPORTS.exec(code)
  if (!found) return code
  const [all, before = '', imports = ''] = found
  const required = imports
    .replaceAll(/import \{([^}]*)\} from ("[^"]*");/g, 'const {$1} = require($2);')
    .replaceAll(' as ', ': ')
  // A directive counts in the first place only.
  const directive = STRICT.test(source) ? '"use strict";' : ''
  const [hashbang = '', constant = ''] = before.startsWith('#!') ? split(before) : ['', before]
  return hashbang + directive + constant + required + code.slice(all.length)
}

function split(before: string): [string, string] {
  const end = before.indexOf('\n') + 1
  return [before.slice(0, end), before.slice(end)]
}
