/** A paper that follows from the contract: its path from the root of the repository, and its text. */
export interface Paper {
  path: string
  text: string
}
