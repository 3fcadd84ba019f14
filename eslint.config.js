import js from '@eslint/js'
import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import ts from 'typescript-eslint'
import svelteConfig from './svelte.config.js'

export default ts.config(
  {
    ignores: [
      'dist/',
      'coverage/',
      'test-results/',
      'e2e/.artifacts/',
      'e2e/.fixtures/',
      'src/sandbox/embedded/node/generated/',
      'src/sandbox/embedded/shell/generated/',
    ],
  },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: 'error',
      'no-else-return': 'error',
      'no-console': 'off',
      // Svelte's props come in one pattern, of which a bindable one is assigned to.
      'prefer-const': ['error', { destructuring: 'all' }],
      'max-depth': ['error', 4],
      'max-params': ['error', 4],
      // A catch that does nothing says in a comment why that is right.
      'no-empty': ['error', { allowEmptyCatch: false }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-extraneous-class': 'off',
      '@typescript-eslint/no-invalid-void-type': 'off',
      '@typescript-eslint/unified-signatures': 'off',
      '@typescript-eslint/no-dynamic-delete': 'off',
      'no-control-regex': 'off',
      'no-restricted-syntax': [
        'error',
        { selector: 'TSEnumDeclaration', message: 'Use a union of string literals instead of an enum.' },
        { selector: 'ExportDefaultDeclaration', message: 'Use a named export: names are how code is found.' },
        { selector: 'ExportAllDeclaration', message: 'No barrels: import the file that defines the thing.' },
      ],
    },
  },
  {
    // Promises that nobody waits for lose their errors. This needs types, so it runs on the typed sources only.
    files: ['src/**/*.ts'],
    ignores: ['src/**/*.test.ts', 'src/**/*-suite.ts', 'src/**/*.svelte.ts'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      globals: globals.browser,
      parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig },
    },
    // Collections are replaced whole ($state.raw), never changed in place once they are shown.
    rules: { 'svelte/prefer-svelte-reactivity': 'off' },
  },
  { files: ['src/**/*.ts'], languageOptions: { globals: { ...globals.browser, ...globals.worker } } },
  {
    files: ['scripts/**', 'bench/**', 'e2e/**', '*.config.*'],
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
    rules: { 'no-restricted-syntax': 'off' },
  },
)
