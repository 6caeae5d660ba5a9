import { kindTitle, useTexts } from '../forms/texts.ts'

/** Names kinds of component in the language shown; one without a name there by its type. */
export function useKindNames(): (type: string) => string {
  // The names are there when these texts are.
  useTexts()
  return kindTitle
}
