/** A file generated from the contract: its path from the root of the repository, and its text. */
export interface ReferenceFile {
  path: string
  text: string
}
