/** What other features use of the drill path. */
export { SearchBox } from './search-box.tsx'
