/** Svelte's components; everything else is linted by oxlint (.oxlintrc.json), which knows no markup. */
import js from '@eslint/js'
import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import ts from 'typescript-eslint'
import { language } from './scripts/lib/lint/literal-text.mjs'
import svelteConfig from './svelte.config.js'

export default ts.config(
  { ignores: ['dist/', 'coverage/', 'test-results/', 'e2e/.artifacts/', 'e2e/.fixtures/', '**/generated/'] },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    plugins: { language },
    extends: [js.configs.recommended, ...ts.configs.strict, ...svelte.configs.recommended],
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    languageOptions: {
      globals: globals.browser,
      parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig },
    },
    rules: {
      'language/literal-text': 'error',
      eqeqeq: 'error',
      'no-else-return': 'error',
      // Svelte's props come in one pattern, of which a bindable one is assigned to.
      'prefer-const': ['error', { destructuring: 'all' }],
      'max-depth': ['error', 4],
      'max-params': ['error', 4],
      // A catch that does nothing says in a comment why that is right.
      'no-empty': ['error', { allowEmptyCatch: false }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-invalid-void-type': 'off',
      // Collections are replaced whole ($state.raw), never changed in place once they are shown.
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
)
