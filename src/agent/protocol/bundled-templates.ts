/** The projects that come along to start from, by their folders in `templates`, as they are shown. */
export const BUNDLED_TEMPLATES = [
  'node-library',
  'typescript-library',
  'svelte-app',
  'react-app',
  'vue-app',
  'http-api',
] as const
