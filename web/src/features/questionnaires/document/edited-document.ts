import type { Locale } from '@gensvar/contract/local-text'
import { contentOf } from '@gensvar/contract/questionnaire-document'
import type { DocumentChoice, DocumentQuestion, QuestionnaireDocument } from '@gensvar/contract/questionnaire-document'

/** A choice with a key of its own, which stays while it is moved, named and reworded. */
export type EditedChoice = DocumentChoice & { key: string }

/** A question with a key of its own, and so have its choices. */
export type EditedQuestion = Omit<DocumentQuestion, 'choices'> & { key: string; choices: EditedChoice[] }

/** A questionnaire as the builder holds it. */
export type EditedDocument = Omit<QuestionnaireDocument, 'questions'> & { questions: EditedQuestion[] }

/** A text by language; one that is missing or empty is not written yet. */
export type Texts = Partial<Record<Locale, string>>

let lastKey = 0

/** A key that nothing else has. */
export function newKey(): string {
  lastKey += 1
  return `k${lastKey}`
}

/** A question with keys; those of the one that it was until now, where that is given. */
export function withKeys(question: DocumentQuestion, before?: EditedQuestion): EditedQuestion {
  const keyOf = ({ extName }: DocumentChoice): string | undefined =>
    before?.choices.find((choice) => extName !== null && choice.extName === extName)?.key
  return {
    ...question,
    key: before?.key ?? newKey(),
    choices: question.choices.map((choice) => ({ ...choice, key: keyOf(choice) ?? newKey() })),
  }
}

/** A document with keys; questions and choices that have a name keep the key they have in `own`. */
export function editedOf(document: QuestionnaireDocument, own: EditedDocument | null): EditedDocument {
  const before = (variable: string | null) =>
    own?.questions.find((question) => variable !== null && question.variable === variable)
  return {
    ...document,
    questions: document.questions.map((question) => withKeys(question, before(question.variable))),
  }
}

/** The page (from 0) that a question stands on; the first where it is none. */
export function pageOf({ questions }: EditedDocument, key: string | null): number {
  const at = questions.findIndex((question) => question.key === key)
  return questions.slice(1, at + 1).filter(({ page }) => page).length
}

/** The document as the server takes it. */
export function documentOf(edited: EditedDocument): QuestionnaireDocument {
  return {
    ...edited,
    questions: edited.questions.map(({ key: _key, ...question }) => ({
      ...question,
      choices: question.choices.map(({ key: _choiceKey, ...choice }) => choice),
    })),
  }
}

/** The document as the server has named it, with the keys of the one that was sent: it keeps their order. */
export function storedOf(named: QuestionnaireDocument, sent: EditedDocument): EditedDocument {
  return {
    ...named,
    questions: named.questions.map((question, at) => {
      const own = sent.questions[at]
      const choices = question.choices.map((choice, place) => ({
        ...choice,
        key: own?.choices[place]?.key ?? newKey(),
      }))
      return { ...question, key: own?.key ?? newKey(), choices }
    }),
  }
}

/**
 * A document with the names that the server gave to what it has, by the keys. What is being typed gets none: its name
 * would be that of half a wording.
 */
export function withNamesOf(own: EditedDocument, stored: EditedDocument, typing: string | null = null): EditedDocument {
  const byKey = new Map(stored.questions.map((question) => [question.key, question]))
  const questions = own.questions.map((question) => {
    const named = byKey.get(question.key)
    return named === undefined ? question : questionWithNames(question, named, typing)
  })
  return questions.every((question, at) => question === own.questions[at]) ? own : { ...own, questions }
}

function questionWithNames(own: EditedQuestion, named: EditedQuestion, typing: string | null): EditedQuestion {
  const isTyped = typing === own.key
  const byKey = new Map(named.choices.map((choice) => [choice.key, choice]))
  const choices = own.choices.map((choice) => {
    const theirs = byKey.get(choice.key)
    if (theirs === undefined || typing === choice.key || isTyped) return choice
    const extName = choice.extName ?? theirs.extName
    const variable = choice.other?.variable ?? theirs.other?.variable ?? null
    if (extName === choice.extName && variable === (choice.other?.variable ?? null)) return choice
    return { ...choice, extName, other: choice.other && { ...choice.other, variable } }
  })
  const variable = own.variable ?? (isTyped ? null : named.variable)
  const isSame = variable === own.variable && choices.every((choice, at) => choice === own.choices[at])
  return isSame ? own : { ...own, variable, choices }
}

/** Whether the server has what is edited, apart from names that are not taken over yet. */
export function isStored(own: EditedDocument, stored: EditedDocument): boolean {
  if (own === stored) return true
  return contentOf(documentOf(withNamesOf(own, stored))) === contentOf(documentOf(stored))
}

/** A text of the document in its main language, else in any it is written in. */
export function mainText({ languages }: Pick<EditedDocument, 'languages'>, texts: Texts): string {
  const written = languages.map((language) => (texts[language] ?? '').trim()).find((one) => one !== '')
  return written ?? ''
}
