import { say } from '@gensvar/contract/say'
import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'
import { insertGroups, insertQuestions } from '#server/domain/build/questions.ts'
import type { NewChoice, NewGroup, NewQuestion } from '#server/domain/build/questions.ts'
import { insertView } from '#server/domain/build/units.ts'
import { ImportRefusal } from '../import-words.ts'
import { answerTitle, ownTexts } from '../choice-titles.ts'
import { dashboardParts } from '../configuration/dashboard-parts.ts'
import type { ExistingSurvey } from '../plan/existing-survey.ts'
import type { ImportPlan } from '../plan/import-plan.ts'
import type { PlannedColumn } from '../plan/planned.ts'
import { headerLabels } from '../profile/scale-direction.ts'
import { shownPlan } from '../doubts/decided-plan.ts'
import { leavesOut } from '../profile/answer-plan.ts'
import { answersOutside } from '../profile/scale-warnings.ts'
import { updateChoiceTitles, updateQuestion } from './store.ts'

/** A scale with at most this many steps also gets choices, so that it can be filtered by. */
const mostSteps = 21

/** What the metadata of an import became in the database. */
export interface WrittenMetadata {
  /** Ids of the questions by variable. */
  questions: Map<string, number>
  /** Ids of the plan's views, in its order. */
  viewIds: number[]
}

/**
 * Stores what a plan adds to a survey: groups, questions with the steps of their scales, views. Existing questions
 * keep their type; settings from the configuration change their texts. Errors: `conflict` for a configured type that
 * is not the question's.
 */
export async function writeMetadata(
  db: Kysely<Database>,
  survey: { id: number; locale: string; existing: ExistingSurvey | null },
  plan: ImportPlan,
): Promise<WrittenMetadata> {
  const groups = groupsOf(plan, survey.locale)
  const isForNew = ({ questions }: (typeof groups)[number]): boolean =>
    plan.columns.some((column) => isNew(column) && questions.includes(column.variable))
  // A group that is there by another name must not come again.
  await insertGroups(db, survey.id, groups.filter(isForNew))
  const groupOf = (variable: string): string | undefined =>
    groups.find(({ questions }) => questions.includes(variable))?.extName
  const [known, fresh] = [survey.existing?.questions ?? [], plan.columns.filter(isNew)]
  for (const column of plan.columns) if (!isNew(column)) await changeQuestion(db, column, survey.locale)
  const added = await insertQuestions(
    db,
    survey.id,
    fresh.map((column) => ({ ...questionOf(column, survey.locale), group: groupOf(column.variable) })),
  )
  const questions = new Map([...known.map(({ variable, id }) => [variable, id] as const), ...added])
  const viewIds: number[] = []
  for (const [order, view] of plan.views.entries()) {
    const known = survey.existing?.views.find(({ extName }) => extName === view.extName)
    const title = texts(view.title, survey.locale)
    viewIds.push(known?.id ?? (await insertView(db, survey.id, { ...view, title, order })))
  }
  return { questions, viewIds }
}

/** The groups of the questions that a plan shows. */
export function groupsOf(plan: ImportPlan, locale: string): (NewGroup & { questions: string[] })[] {
  return dashboardParts(shownPlan(plan)).groups.map(({ extname, title, questions }) => ({
    extName: extname,
    title: texts(title, locale),
    questions,
  }))
}

function isNew({ questionId }: PlannedColumn): boolean {
  return questionId === null
}

/** The question that a column becomes, without its group. */
export function questionOf(column: PlannedColumn, locale: string): NewQuestion {
  const { plan, settings, header, variable } = column
  const asked = column.wording === '' && /\s/.test(header) ? header : column.wording
  const wording = settings?.question ?? asked
  return {
    variable,
    header,
    type: plan.type,
    title: texts(settings?.title ?? column.title, locale),
    wording: texts(wording, locale),
    scale: plan.type === 'scale' ? [plan.min, plan.max] : undefined,
    choices: scaleSteps(column, locale),
    language: column.language ?? undefined,
    filterable: isFilterable(column),
    features: plan.type === 'text' && plan.kind !== 'comment' ? { [plan.kind]: true } : {},
    format: formatOf(column),
  }
}

function isFilterable({ plan, settings, hidden, metadata }: PlannedColumn): boolean {
  if (hidden) return false
  return settings?.filterable ?? (metadata === null && (plan.type !== 'text' || plan.kind === 'comment'))
}

/** What a later import needs in order to read the question's answers the same way. */
function formatOf({ plan, notAnswered, renamed }: PlannedColumn): Record<string, unknown> {
  return {
    ...(plan.type === 'multiple' ? { separator: plan.separator } : {}),
    ...(plan.type === 'multiple' && plan.whole.length > 0 ? { whole: plan.whole } : {}),
    ...(notAnswered.length === 0 ? {} : { notAnswered }),
    ...(renamed ? { renamed } : {}),
    ...(plan.type === 'scale' && plan.outside !== 'counted' ? { outside: plan.outside } : {}),
    ...(plan.type === 'scale' && plan.steps ? { steps: Object.fromEntries(plan.steps) } : {}),
    ...(plan.type === 'scale' && plan.lowBest ? { lowBest: true } : {}),
  }
}

/**
 * The steps of a scale of whole numbers: their titles and numbers. Answers outside the scale come after them, so that
 * they can be filtered by as well.
 */
function scaleSteps(column: PlannedColumn, locale: string): NewChoice[] {
  const { plan, settings, profile } = column
  if (plan.type !== 'scale' || !plan.whole || plan.min < 0 || plan.max - plan.min >= mostSteps) return []
  const labels = stepTitles(column)
  const steps = Array.from({ length: plan.max - plan.min + 1 }, (_, index) => plan.min + index)
  const outside = [...answersOutside(plan, profile).keys()].filter((value) => isStep(value) && !leavesOut(plan, value))
  const all = steps.length + outside.length > mostSteps ? steps : [...steps, ...outside].toSorted((a, b) => a - b)
  return all.map((code) => {
    const extName = String(code)
    const given = settings?.choices?.[extName]
    if (given !== undefined) return { extName, code, title: texts(given, locale) }
    if (plan.binary && !plan.steps) return { extName, code, title: code === 1 ? ownTexts.yes : ownTexts.no }
    return { extName, code, title: texts(labels.get(code) ?? extName, locale) }
  })
}

/** What the file calls the steps of a scale: the most common spelling of each, and turned numbers as they were. */
function stepTitles({ plan, profile, about }: PlannedColumn): Map<number, string> {
  if (plan.type !== 'scale') return new Map()
  const { min, max, lowBest, steps } = plan
  if (steps) {
    const count = (text: string): number => profile.values.get(text)?.count ?? 0
    const rarest = [...steps].toSorted(([one], [other]) => count(one) - count(other))
    return new Map(rarest.map(([text, step]) => [step, plan.words && /[_-]/.test(text) ? answerTitle(text) : text]))
  }
  if (!lowBest) return new Map()
  const words = new Map(headerLabels(about))
  const own = Array.from({ length: max - min + 1 }, (_, index) => min + index)
  return new Map(
    own.map((number) => [min + max - number, words.has(number) ? `${number} - ${words.get(number)}` : String(number)]),
  )
}

function isStep(value: number): boolean {
  return Number.isInteger(value) && value >= 0
}

async function changeQuestion(db: Kysely<Database>, column: PlannedColumn, locale: string): Promise<void> {
  const { settings, questionId, plan, variable } = column
  if (!settings || questionId === null) return
  if (settings.type !== undefined && settings.type !== plan.type) {
    const words = say`The question "${variable}" is of the type ${plan.type} and cannot become ${settings.type}.`
    throw new ImportRefusal('conflict', words, 'config')
  }
  for (const end of ['min', 'max'] as const) {
    const [asked, known] = [settings[end], plan.type === 'scale' ? plan[end] : undefined]
    if (asked === undefined || asked === known) continue
    const words =
      plan.type === 'scale'
        ? say`The question "${variable}" has the scale ${plan.min}-${plan.max}, which an import cannot change.`
        : say`The question "${variable}" is of the type ${plan.type} and has no scale, which an import cannot change.`
    throw new ImportRefusal('conflict', words, 'config')
  }
  await updateQuestion(db, questionId, {
    ...(settings.title === undefined ? {} : { title: texts(settings.title, locale) }),
    ...(settings.question === undefined ? {} : { wording: texts(settings.question, locale) }),
    ...(settings.language === undefined ? {} : { language: settings.language }),
    ...(settings.filterable === undefined ? {} : { filterable: settings.filterable }),
    ...(settings.notAnswered === undefined && settings.outside === undefined ? {} : { format: formatOf(column) }),
  })
  const titles = Object.entries(settings.choices ?? {}).map(
    ([extName, title]) => [extName, texts(title, locale)] as const,
  )
  if (titles.length > 0) await updateChoiceTitles(db, questionId, Object.fromEntries(titles))
}

/** A text in one or several languages in its stored form; an empty text is null. */
export function texts(text: unknown, locale: string): Record<string, string> {
  if (typeof text === 'string') return text === '' ? {} : { [locale]: text }
  return { ...(text as Record<string, string>) }
}
