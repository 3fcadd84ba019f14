/** Panels of the workspace that are fetched when they are looked at. Named here, not in the component: there they would not be seen when packages are gathered for the tests. */
export const loadReviewPanel = () => import('./review/ReviewPanel.svelte')
export const loadSearchPanel = () => import('./search/SearchPanel.svelte')
export const loadTerminalPanel = () => import('./terminal/TerminalPanel.svelte')
