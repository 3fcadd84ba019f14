import { area, type Value } from '../language.svelte.ts'

/** The projects that one can start from. */
export const templates = area('templates', {
  start: 'Start from a template',
  offer: '{start}: a library, an API, or a Svelte, React or Vue app.',
  about: 'A small project that installs, tests and runs without a network: its packages come with Vivarium.',
  replaces: 'It takes the place of the files that are here; “Undo” brings them back.',
  locked: 'Another tab leads this session: take over to choose one.',
  list: 'Templates',
  notServed: (title: Value, status: Value) =>
    `The files of “${title}” are not on this server (it answered ${status}).`,
  reload: 'Reload the page: a newer version may be there.',
  loading: (title: Value) => `Loading the template “${title}”`,
  unknown: (name: Value, names: Value) => `There is no template “${name}”; there are ${names}.`,
  titles: {
    'node-library': 'Node library',
    'typescript-library': 'TypeScript library',
    'svelte-app': 'Svelte app',
    'react-app': 'React app',
    'vue-app': 'Vue app',
    'http-api': 'HTTP API',
  },
  texts: {
    'node-library': 'A package in plain JavaScript with tests, and no dependencies.',
    'typescript-library': 'Node runs its sources and tests as they are; Rollup bundles them.',
    'svelte-app': 'Svelte 5 with a development server, a production build and a test of a component.',
    'react-app': 'React 19 with a development server, a production build and a test of a component.',
    'vue-app': 'Vue 3 with a development server, a production build and a test of a component.',
    'http-api': 'Hono on Node’s server: routes, checked input, and tests that need no port.',
  },
})
