import type { Choice, Question } from '#server/domain/survey/survey-model.ts'

/** The choices of a closed question whose name or title, in any language, contains a text. */
export function choicesNamed(question: Pick<Question, 'type' | 'choices'>, text: string): Choice[] {
  if (question.type !== 'single' && question.type !== 'multiple') return []
  const part = text.toLowerCase()
  const names = (choice: Choice): string[] => [choice.extName, ...Object.values(choice.title)]
  return question.choices.filter((choice) => names(choice).some((name) => name.toLowerCase().includes(part)))
}
