import type { scaleDirections } from '@gensvar/contract/questionnaire-document'
import type { Locale, LocalText } from '@gensvar/contract/local-text'
import { pickText } from '@gensvar/contract/local-text'
import type { NewQuestion } from '#server/domain/build/questions.ts'
import { findRoles } from '../plan/find-roles.ts'
import type { ImportPlan } from '../plan/import-plan.ts'
import type { PlannedColumn } from '../plan/planned.ts'
import type { AnswerPlan } from '../profile/answer-plan.ts'
import { ColumnProfiler } from '../profile/column-profile.ts'
import { dateForms } from '../profile/date-forms.ts'
import { writeConfiguration } from './write-configuration.ts'

type ScaleDirection = (typeof scaleDirections)[number]

/** A question of a survey that has no answers yet. */
export type StartQuestion = Pick<NewQuestion, 'variable' | 'type' | 'title' | 'wording' | 'scale' | 'choices'> & {
  /** Of a scale: which of its ends is good; the high one unless said. */
  direction?: ScaleDirection
  /** An open answer that says more of a choice. */
  isDetail?: boolean
}

/**
 * The first configuration of a survey whose answers come from its own page: what a survey from a file with such questions
 * gets. `today` is ISO.
 */
export function startConfiguration(
  questions: readonly StartQuestion[],
  { extName, title, locale }: { extName: string; title: LocalText; locale: Locale },
  today: string,
): string {
  const columns = questions.map((question, index) => columnOf(question, index, locale))
  const rated = columns.filter((_, at) => isHighGood(questions[at]))
  const { roles } = findRoles(
    rated,
    { eventDate: null, key: null, levels: [] },
    { asked: null, before: null, correlations: () => null },
  )
  const { main, recommend } = roles
  // The recommendation has a figure of its own, which leads where nothing else is rated.
  const isLeading = recommend?.kind === 'nps' && main === recommend.variable
  const plan: ImportPlan = {
    columns,
    views: [],
    roles: isLeading ? { ...roles, main: null } : roles,
    rows: 0,
    span: null,
    notes: [],
    suggestedKey: null,
    unfinished: null,
  }
  const lowIsGood = new Set(questions.flatMap(({ variable, direction }) => (direction === 'low' ? [variable] : [])))
  return writeConfiguration(plan, { extName, title, isAnonymous: false, isAnswered: true, lowIsGood }, today)
}

function isHighGood(question: StartQuestion | undefined): boolean {
  return (question?.direction ?? 'high') === 'high'
}

function columnOf(question: StartQuestion, index: number, locale: Locale): PlannedColumn {
  const { variable, choices = [], isDetail = false } = question
  const [title, wording] = [pickText({ ...question.title }, locale), pickText({ ...question.wording }, locale)]
  const { profile } = new ColumnProfiler()
  return {
    ...{ index, header: '', variable, title, wording, about: `${title} ${wording}` },
    ...{ metadata: null, partOf: null, parts: null, warnings: [], questionId: null, language: null, notAnswered: [] },
    // As if there were an answer: a question that is asked is shown.
    profile: { ...profile, rows: 1, filled: 1, distinct: Math.max(1, choices.length), characters: isDetail ? 20 : 200 },
    plan: planOf(question),
    settings: { title: { ...question.title } },
  }
}

function planOf({ type, scale }: StartQuestion): AnswerPlan {
  switch (type) {
    case 'scale': {
      const [min = 1, max = 5] = scale ?? []
      return { type, min, max, binary: false, outside: 'counted', whole: true, mark: '.', steps: null }
    }
    case 'single':
      return { type, kind: 'category' }
    case 'multiple':
      return { type, separator: ';', whole: [] }
    case 'numeric':
      return { type, mark: '.' }
    case 'date': {
      const [form] = dateForms
      if (!form) throw new Error('there is no way to write a date')
      return { type, form }
    }
    case 'text':
      return { type, kind: 'comment' }
  }
}
