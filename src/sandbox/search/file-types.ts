/** ripgrep's names for kinds of files, those that repositories of today have. */
const TYPES: Readonly<Record<string, readonly string[]>> = {
  c: ['c', 'h'],
  config: ['cfg', 'conf', 'config', 'ini'],
  cpp: ['cc', 'cpp', 'cxx', 'h', 'hh', 'hpp', 'hxx', 'inl'],
  cs: ['cs'],
  css: ['css', 'scss'],
  csv: ['csv'],
  dart: ['dart'],
  elixir: ['ex', 'exs', 'eex', 'heex', 'leex'],
  go: ['go'],
  graphql: ['graphql', 'graphqls'],
  html: ['html', 'htm', 'ejs'],
  java: ['java', 'jsp', 'jspx', 'properties'],
  js: ['js', 'jsx', 'cjs', 'mjs', 'vue'],
  json: ['json', 'sarif'],
  jsonl: ['jsonl'],
  kotlin: ['kt', 'kts'],
  less: ['less'],
  lua: ['lua'],
  markdown: ['md', 'markdown', 'mdown', 'mdwn', 'mdx', 'mkd', 'mkdn'],
  md: ['md', 'markdown', 'mdown', 'mdwn', 'mdx', 'mkd', 'mkdn'],
  php: ['php', 'phtml', 'php3', 'php4', 'php5', 'php7', 'php8', 'pht'],
  py: ['py', 'pyi'],
  python: ['py', 'pyi'],
  ruby: ['rb', 'gemspec', 'rbw'],
  rust: ['rs'],
  sass: ['sass', 'scss'],
  scala: ['scala', 'sbt'],
  sh: ['sh', 'bash', 'zsh', 'csh', 'ksh', 'tcsh', 'bashrc', 'zshrc', 'profile'],
  sql: ['sql', 'psql'],
  svelte: ['svelte'],
  svg: ['svg'],
  swift: ['swift'],
  toml: ['toml'],
  ts: ['ts', 'tsx', 'cts', 'mts'],
  typescript: ['ts', 'tsx', 'cts', 'mts'],
  txt: ['txt'],
  vue: ['vue'],
  xml: ['xml', 'xsd', 'xsl', 'xslt', 'rng', 'dtd'],
  yaml: ['yaml', 'yml'],
  zig: ['zig'],
}

/** Undefined for a type that is not known. */
export function matcherOfType(type: string): ((name: string) => boolean) | undefined {
  if (!Object.hasOwn(TYPES, type)) return undefined
  const endings = new Set(TYPES[type])
  return (name) => endings.has(name.slice(name.lastIndexOf('.') + 1))
}

export function knownTypes(): string {
  return Object.keys(TYPES).join(', ')
}
