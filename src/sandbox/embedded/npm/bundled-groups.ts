/** Which packages come along with the program, and where: `scripts/templates/build.mjs` packs them. */
export { GROUPS } from './generated/templates/bundled-packages.js'
