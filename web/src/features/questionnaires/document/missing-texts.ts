import type { Locale } from '@gensvar/contract/local-text'
import { hasChoices } from './edits.ts'
import type { EditedDocument, EditedQuestion, Texts } from './edited-document.ts'

/** Whether a text is written in the main language and not in another. */
export function isMissing(texts: Texts, main: Locale, other: Locale): boolean {
  return (texts[main] ?? '').trim() !== '' && (texts[other] ?? '').trim() === ''
}

/** All texts of a question that respondents read. */
function textsOfQuestion({ wording, help, title, type, scale, choices }: EditedQuestion): Texts[] {
  return [
    ...[wording, help, title],
    ...(scale === null ? [] : [scale.minLabel, scale.maxLabel]),
    ...(hasChoices(type) ? choices.flatMap((choice) => [choice.title, choice.other?.wording ?? {}]) : []),
  ]
}

/** How many texts are written in the main language and not in another. */
export function countMissing(document: EditedDocument, other: Locale): number {
  const [main] = document.languages
  if (main === undefined || main === other) return 0
  const { intro, privacy, consent, thanks, review } = document
  const around: Texts[] = [intro, privacy, consent, thanks, review?.title ?? {}]
  return [...around, ...document.questions.flatMap(textsOfQuestion)].filter((texts) => isMissing(texts, main, other))
    .length
}
