import type { DocumentQuestion, QuestionnaireDocument } from '@gensvar/contract/questionnaire-document'
import { choicesOf } from '../document/known-names.ts'
import { saidIn } from './problems.ts'
import type { TextsByLanguage } from './problems.ts'

/** Silent reading of plain prose, in words a minute: the mean of 190 studies (Brysbaert 2019, J. Memory and Language 109). */
const wordsPerMinute = 238

/**
 * Seconds for choosing an answer once the question is read. A plain question takes 15 minutes / 85 = 10.6 s in the counting
 * rules of the Pew Research Center (Decoded, 8 December 2022), of which about 15 words of question and answers take 3.8 s
 * to read. The others are assumptions: a number or date is typed, and an open answer has about a dozen words.
 */
const secondsOf: Readonly<Record<DocumentQuestion['type'], number>> = {
  scale: 6.8,
  single: 6.8,
  multiple: 6.8,
  numeric: 8,
  date: 8,
  text: 30,
}

/** Each further choice that may be ticked is decided on by itself. An assumption. */
const secondsPerChoice = 1

/**
 * How long answering a questionnaire takes, in minutes to the nearest half, at least half a minute: the time for reading its
 * words in the main language, and for answering each of its questions, with every question shown. What opens beneath a
 * choice is not counted.
 */
export function answeringMinutes(document: QuestionnaireDocument): number {
  const { questions, intro, privacy, consent } = document
  const words = [intro, privacy, consent, ...questions.flatMap(textsOf)].reduce(
    (sum, texts) => sum + countWords(document, texts),
    0,
  )
  const seconds = (words / wordsPerMinute) * 60 + questions.reduce((sum, question) => sum + secondsFor(question), 0)
  return Math.max(0.5, Math.round(seconds / 30) / 2)
}

function textsOf(question: DocumentQuestion): TextsByLanguage[] {
  const ends = question.type === 'scale' && question.scale ? [question.scale.minLabel, question.scale.maxLabel] : []
  return [question.wording, question.help, ...ends, ...choicesOf(question).map(({ title }) => title)]
}

function secondsFor(question: DocumentQuestion): number {
  const more = question.type === 'multiple' ? Math.max(0, question.choices.length - 1) * secondsPerChoice : 0
  return secondsOf[question.type] + more
}

function countWords({ languages: [main] }: QuestionnaireDocument, texts: TextsByLanguage): number {
  if (!main) return 0
  return saidIn(texts, main)
    .split(/\s+/)
    .filter((word) => word !== '').length
}
