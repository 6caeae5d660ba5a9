import { mostShownChoices } from '@gensvar/contract/metadata'
import type { MetadataChoice, MetadataGroup, MetadataQuestion } from '@gensvar/contract/metadata'
import { isNumber } from './rename/apply-rename.ts'
import { choicesFor } from './search.ts'
import type { ChoiceRow, GroupRow, QuestionRow } from './store.ts'

/** A group as the API answers with it. */
export function toGroup(row: GroupRow): MetadataGroup {
  return { ...row, features: { ...row.features }, format: { ...row.format } }
}

/** A question as the API answers with it: the choices that `text` is for come first. */
export function toQuestion(question: QuestionRow, choices: readonly ChoiceRow[], text = ''): MetadataQuestion {
  const shown = choicesFor(choices, text).slice(0, mostShownChoices)
  return {
    ...question,
    features: { ...question.features },
    format: { ...question.format },
    language: question.language ?? '',
    nChoices: choices.length,
    choices: shown.map((choice) => toChoice(question, choice)),
  }
}

/** A choice as the API answers with it. */
export function toChoice(question: Pick<QuestionRow, 'type'>, choice: ChoiceRow): MetadataChoice {
  const { id, version, extName: extname, title, features } = choice
  return { id, version, extname, title, features: { ...features }, isStep: isNumber(question) }
}
