import { newQuestion } from '@gensvar/contract/questionnaire-document'
import type { DocumentQuestion } from '@gensvar/contract/questionnaire-document'
import { newKey, withKeys } from './edited-document.ts'
import type { EditedChoice, EditedDocument, EditedQuestion } from './edited-document.ts'

type Change = (document: EditedDocument) => EditedDocument

/** What a question has chosen between, as far as its type has choices. */
export function hasChoices(type: DocumentQuestion['type']): boolean {
  return type === 'single' || type === 'multiple'
}

/** An empty choice, with its text in one language. */
export function newChoice(title: EditedChoice['title'] = {}): EditedChoice {
  return { key: newKey(), extName: null, title, other: null }
}

/** A new question of a type; one of choices begins with two. */
export function emptyQuestion(type: DocumentQuestion['type']): EditedQuestion {
  const question = withKeys(newQuestion(type))
  return hasChoices(type) ? { ...question, choices: [newChoice(), newChoice()] } : question
}

/** Puts a question after another, at the end where there is none. */
export const addQuestion =
  (question: EditedQuestion, after: string | null): Change =>
  (document) => {
    const at = document.questions.findIndex(({ key }) => key === after)
    const questions = document.questions.toSpliced(at === -1 ? document.questions.length : at + 1, 0, question)
    return { ...document, questions }
  }

/** Takes a question out. */
export const removeQuestion =
  (removed: string): Change =>
  (document) => ({ ...document, questions: document.questions.filter(({ key }) => key !== removed) })

/** Puts the questions in an order, by their keys. */
export const orderQuestions =
  (keys: readonly string[]): Change =>
  (document) => ({ ...document, questions: ordered(document.questions, keys) })

/** Changes one question. */
export const changeQuestion =
  (key: string, change: (question: EditedQuestion) => EditedQuestion): Change =>
  (document) => ({
    ...document,
    questions: document.questions.map((question) => (question.key === key ? change(question) : question)),
  })

/** Things with keys in the order of the keys; those that are not named come last. */
export function ordered<Item extends { key: string }>(items: readonly Item[], keys: readonly string[]): Item[] {
  const byKey = new Map(items.map((item) => [item.key, item]))
  return [...keys.flatMap((key) => byKey.get(key) ?? []), ...items.filter(({ key }) => !keys.includes(key))]
}

/** A question like another: a question of its own, whose answers have nothing to do with the first one's. */
export function copyOf(question: EditedQuestion): EditedQuestion {
  return {
    ...question,
    key: newKey(),
    variable: null,
    choices: question.choices.map((choice) => ({
      ...choice,
      key: newKey(),
      other: choice.other && { ...choice.other, variable: null },
    })),
  }
}

/** A question with another type. What both types have stays. */
export function withType(question: EditedQuestion, type: DocumentQuestion['type']): EditedQuestion {
  const { scale, choices } = emptyQuestion(type)
  return {
    ...question,
    type,
    scale: type === 'scale' ? (question.scale ?? scale) : null,
    choices: hasChoices(type) ? (question.choices.length > 0 ? question.choices : choices) : [],
  }
}

/** The lines of a pasted text that say something, without the signs that lists begin their lines with. */
export function linesOf(text: string): string[] {
  return text
    .split(/\r?\n|\r/)
    .map((line) => line.replace(/^\s*(?:[-*•–]|\d+[.)])\s+/u, '').trim())
    .filter((line) => line !== '')
}
