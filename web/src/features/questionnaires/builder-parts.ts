import type { Locale } from '@gensvar/contract/local-text'
import type { QuestionnaireProblem, QuestionnaireState } from '@gensvar/contract/questionnaires'
import { createContext, use } from 'react'
import type { EditedDocument } from './document/edited-document.ts'
import type { QuestionnaireKeeper } from './keeper.ts'

/** What all fields of the builder share. */
export interface BuilderParts {
  keeper: QuestionnaireKeeper
  /** What the server has. */
  saved: QuestionnaireState
  /** The language in which a questionnaire has to be complete. */
  main: Locale
  /** The language shown beside it; null for none. */
  other: Locale | null
  /** What is wrong at a field, by its path with keys. */
  problemAt: (path: string) => QuestionnaireProblem | undefined
  /** Changes the draft; what is typed is undone in larger steps. */
  edit: (change: (document: EditedDocument) => EditedDocument, isTyped?: boolean) => void
}

const BuilderContext = createContext<BuilderParts | null>(null)

/** Gives the parts to the fields inside it. */
export const BuilderProvider = BuilderContext.Provider

/** What the fields of the builder share. */
export function useParts(): BuilderParts {
  const parts = use(BuilderContext)
  if (parts === null) throw new Error('Outside of the builder')
  return parts
}
