import { shownQuestions } from '@gensvar/contract/questionnaire-flow'
import { listed, say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { flowOf, questionsIn } from '#server/domain/questionnaire/questionnaire.ts'
import type { AskedQuestion } from '#server/domain/questionnaire/questionnaire.ts'
import { plainField } from '#server/domain/samples/fields.ts'
import { mandatory, readFields } from '#server/domain/samples/read-fields.ts'
import type { FieldValues, ReadFields } from '#server/domain/samples/read-fields.ts'
import type { Asking } from './asking.ts'
import type { Entry } from './entry.ts'
import { fieldPrefix, longestAnswer } from './form.ts'
import type { SentForm } from './form.ts'

/**
 * What is wrong with a form: of a question under its field's name, of the consent under `consent`, and of all of it under ''.
 */
export type Messages = ReadonlyMap<string, Words>

/** What follows a form: a page, with what is wrong or new on it, or answers that are complete. */
export type Step =
  | { kind: 'page'; page: number; messages: Messages; note: StepNote }
  | { kind: 'complete'; read: ReadFields }

/** Why a page is shown again: more questions follow from its answers, or it turned out to be the last. */
export type StepNote = 'more' | 'end' | null

/** Name of the field of consent, in forms and messages. */
export const consentField = 'consent'

/** Questions that are shown with what is entered. */
export function shownIn({ questionnaire }: Asking, { entered }: Pick<Entry, 'entered'>): Set<string> {
  return shownQuestions(flowOf(questionnaire.pages.flat()), entered)
}

/** Numbers of the pages that have a question to show. */
export function pagesShown({ questionnaire }: Asking, shown: ReadonlySet<string>): number[] {
  return questionnaire.pages.flatMap((page, at) =>
    page.some(({ question }) => shown.has(question.variable)) ? [at] : [],
  )
}

/** What follows a form that was sent for the next page, for the one before, or for good. */
export function takeStep(asking: Asking, form: SentForm): Step {
  const { pages } = asking.questionnaire
  const shown = shownIn(asking, form)
  const on = pagesShown(asking, shown)
  const at = Math.min(form.page, pages.length - 1)
  const show = (page: number, messages: Messages = new Map(), note: StepNote = null): Step => ({
    kind: 'page',
    page,
    messages,
    note,
  })
  if (form.act === 'language' || form.act === 'keep') return show(at)
  if (form.act === 'back') return show(on.findLast((page) => page < at) ?? at)
  const here = pages[at] ?? []
  // Nobody is told that something is missing which they have not seen.
  const isSeen = ({ question }: AskedQuestion): boolean =>
    shown.has(question.variable) && (form.displayed.has(question.variable) || form.displayed.size === 0)
  const wrong = checkAnswers(asking, form, shown, here.filter(isSeen)).messages
  if (at === on[0]) addConsent(asking, form, wrong)
  if (wrong.size > 0) return show(at, wrong)
  if (here.some((one) => shown.has(one.question.variable) && !isSeen(one))) return show(at, new Map(), 'more')
  const next = on.find((page) => page > at)
  if (next !== undefined) return show(next)
  if (form.act === 'next' && pages.length > at + 1) return show(at, new Map(), 'end')
  return completed(asking, form, shown)
}

function completed(asking: Asking, form: SentForm, shown: ReadonlySet<string>): Step {
  const { pages } = asking.questionnaire
  const all = pages.flat().filter(({ question }) => shown.has(question.variable))
  const { messages, read } = checkAnswers(asking, form, shown, all)
  addConsent(asking, form, messages)
  if (read.changed.length === 0 && messages.size === 0) messages.set('', say`Answer at least one question.`)
  if (messages.size === 0) return { kind: 'complete', read }
  const wrongAt = pages.findIndex((page) =>
    questionsIn(page).some(({ variable }) => messages.has(fieldPrefix + variable)),
  )
  const isConsent = messages.has(consentField)
  const page = isConsent ? 0 : wrongAt < 0 ? Math.min(form.page, pages.length - 1) : wrongAt
  return { kind: 'page', page, messages, note: null }
}

function addConsent({ model }: Asking, { consent }: SentForm, messages: Map<string, Words>): void {
  if (model.config.questionnaire.consent !== undefined && !consent)
    messages.set(consentField, say`Tick this box to send your answers.`)
}

/** Reads the answers to questions that are shown; whatever else was entered is left out. */
export function checkAnswers(
  { source, start }: Asking,
  { entered }: Pick<Entry, 'entered'>,
  shown: ReadonlySet<string>,
  asked: readonly AskedQuestion[],
): { messages: Map<string, Words>; read: ReadFields } {
  const questions = questionsIn(asked).filter(({ variable }) => shown.has(variable))
  const values = valuesOf(questions, entered)
  const read = readFields(source, start, values, {
    defs: questions.map(({ variable }) => plainField(variable)),
    everything: false,
  })
  const messages = new Map<string, Words>()
  for (const [variable, words] of read.messages) messages.set(fieldPrefix + variable, listed(words))
  for (const [variable, value] of Object.entries(values))
    if ([value].flat().some((one) => (one ?? '').length > longestAnswer))
      messages.set(fieldPrefix + variable, say`Write at most ${longestAnswer} characters.`)
  for (const { question, required, other } of asked) {
    if (required && values[question.variable] === undefined) messages.set(fieldPrefix + question.variable, mandatory)
    const words = other?.question.variable
    if (words !== undefined && shown.has(words) && values[words] === undefined)
      messages.set(fieldPrefix + words, mandatory)
  }
  return { messages, read }
}

function valuesOf(questions: readonly AskedQuestion['question'][], entered: Entry['entered']): FieldValues {
  return Object.fromEntries(
    questions.flatMap(({ variable, type }): [string, string | string[]][] => {
      const given = (entered.get(variable) ?? []).map((one) => one.trim()).filter((one) => one !== '')
      const [first] = given
      if (first === undefined) return []
      return [[variable, type === 'multiple' ? given : first]]
    }),
  )
}
