/** Another name: of a question's variable, or of one of its choices. */
export type Rename =
  | { kind: 'variable'; from: string; to: string }
  | { kind: 'choice'; variable: string; from: string; to: string }

/** The variable of the question that a rename is about, as it is before. */
export function variableOf(rename: Rename): string {
  return rename.kind === 'variable' ? rename.from : rename.variable
}
