import type { DocumentQuestion, QuestionnaireDocument } from '@gensvar/contract/questionnaire-document'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { renameInText } from '#server/features/metadata/service.ts'
import type { Rename } from '#server/features/metadata/service.ts'

/** The stored questions that a document names: by variable their ids, and by name the codes of their choices. */
export type KnownNames = Readonly<Record<string, { id: number; choices: Readonly<Record<string, number>> }>>

type Shape = Pick<SurveyModel, 'questions'>

/** What a document names of the questions that a survey has. */
export function knownNames(document: QuestionnaireDocument, { questions }: Shape): KnownNames {
  const known = namesIn(document).flatMap((name) => {
    const question = questions.get(name)
    if (!question) return []
    const choices = Object.fromEntries(question.choices.map(({ extName, code }) => [extName, code]))
    return [[name, { id: question.id, choices }] as const]
  })
  return Object.fromEntries(known)
}

/** A document with the names that its questions and choices have by now, if they were renamed since it was stored. */
export function withPresentNames(
  document: QuestionnaireDocument,
  known: KnownNames,
  shape: Shape,
): QuestionnaireDocument {
  // Choices first: a rename of a choice says its question by the name that the document has.
  const renames = renamesSince(known, shape)
  return renames.reduce(renamed, document)
}

function renamesSince(known: KnownNames, { questions }: Shape): Rename[] {
  const byId = new Map([...questions.values()].map((question) => [question.id, question]))
  const all = Object.entries(known).flatMap(([variable, { id, choices }]) => {
    const question = byId.get(id)
    return question ? [{ variable, choices, question }] : []
  })
  const ofChoices = all.flatMap(({ variable, choices, question }) =>
    Object.entries(choices).flatMap(([from, code]): Rename[] => {
      const to = question.choiceByCode.get(code)?.extName
      return to === undefined || to === from ? [] : [{ kind: 'choice', variable, from, to }]
    }),
  )
  const ofQuestions = all.flatMap(({ variable: from, question: { variable: to } }): Rename[] =>
    from === to ? [] : [{ kind: 'variable', from, to }],
  )
  return [...ofChoices, ...ofQuestions]
}

function renamed(document: QuestionnaireDocument, rename: Rename): QuestionnaireDocument {
  const nameOf = (name: string | null): string | null =>
    rename.kind === 'variable' && name === rename.from ? rename.to : name
  const choiceOf = (variable: string | null, name: string | null): string | null =>
    rename.kind === 'choice' && variable === rename.variable && name === rename.from ? rename.to : name
  return {
    ...document,
    questions: document.questions.map((question) => ({
      ...question,
      variable: nameOf(question.variable),
      showIf: renameInText('rule', question.showIf, rename),
      choices: question.choices.map(({ extName, other, ...choice }) => ({
        ...choice,
        extName: choiceOf(question.variable, extName),
        other: other && { ...other, variable: nameOf(other.variable) },
      })),
    })),
  }
}

/** The variables of a document: of its questions, and of the text questions of their choices. */
export function namesIn({ questions }: QuestionnaireDocument): string[] {
  return questions.flatMap((question) =>
    [question.variable, ...choicesOf(question).map(({ other }) => other?.variable ?? null)].filter(
      (name) => name !== null,
    ),
  )
}

/** The choices that a question of its type has; those that are left from another type do not count. */
export function choicesOf({ type, choices }: DocumentQuestion): DocumentQuestion['choices'] {
  return type === 'single' || type === 'multiple' ? choices : []
}
