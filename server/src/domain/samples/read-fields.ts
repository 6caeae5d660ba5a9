import type { SampleField } from '@gensvar/contract/configuration/sample'
import { isIsoDate } from '@gensvar/contract/dates'
import { namesOnly } from '@gensvar/contract/names-only'
import { say, titled } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { z } from 'zod'
import type { CaseRow } from '#server/domain/cases/case-query.ts'
import { isContactField } from '#server/domain/cases/contact-fields.ts'
import type { ContactField } from '#server/domain/cases/contact-fields.ts'
import { asideName } from '#server/domain/imports/aside-name.ts'
import { titleOf } from '#server/domain/indicators/indicator.ts'
import type { Question, SurveyModel } from '#server/domain/survey/survey-model.ts'
import { choicesOf, fieldOf, fieldTypeOf, targetOf } from './fields.ts'
import type { FieldSource, QuestionField } from './fields.ts'
import { movePlace } from './move-place.ts'
import type { SampleDraft } from './sample-draft.ts'

/** Values of fields by question, as they are sent. */
export type FieldValues = Readonly<Record<string, QuestionField['value']>>

/** The result of reading fields. */
export interface ReadFields {
  /** The sample with the values that could be read. */
  after: SampleDraft
  /** Names of the fields that are different now. */
  changed: string[]
  /** What is wrong, by field; empty when nothing is. */
  messages: Map<string, Words[]>
}

/** The row that fields are read into. */
type FieldRow = Pick<CaseRow, 'answers' | 'contact' | 'eventDate' | 'unitIds'>

/** Words of the key VALIDATE_ERROR_MANDATORY. */
export const mandatory = say`Fill this in`

/** Words of the key VALIDATE_ERROR_EMAIL. */
const wrongEmail = say`Enter an e-mail address, such as anna@example.org`

/**
 * Reads the values that are sent for a sample's fields; those equal to what is stored are not checked. With `everything`
 * the other fields are checked as well: the mandatory ones have a value, addresses are addresses.
 */
export function readFields(
  source: FieldSource,
  row: FieldRow,
  values: FieldValues,
  { defs, everything }: { defs: readonly SampleField[]; everything: boolean },
): ReadFields {
  const { model } = source.access
  const after: SampleDraft = {
    answers: namesOnly({ ...row.answers }),
    contact: namesOnly({ ...row.contact }),
    eventDate: row.eventDate,
    unitIds: [...row.unitIds],
  }
  const messages = new Map<string, Words[]>()
  const changed: string[] = []
  const byName = new Map(defs.map((def) => [def.question, def]))
  for (const [name, sent] of Object.entries(values)) {
    const def = byName.get(name)
    const before = def && fieldOf(source, row, def, { readOnly: false })
    if (!def || !before) {
      messages.set(name, [say`This field cannot be changed here.`])
      continue
    }
    const value = tidied(sent)
    if (isSame(value, before.value)) continue
    const wrong = value === null ? isNeeded(def, before) && mandatory : write(source, after, name, value)
    if (wrong) messages.set(name, [wrong])
    else {
      if (value === null) clear(model, after, name)
      changed.push(name)
    }
  }
  const levels = new Set(changed.map((name) => variableOf(model, name)))
  const sent = new Set(Object.keys(values).map((name) => variableOf(model, name)))
  for (const [level, words] of movePlace(source, after, { changed: levels, sent })) {
    const name = changed.find((one) => variableOf(model, one) === level) ?? changed.find((one) => isLevel(model, one))
    messages.set(byName.has(level) ? level : (name ?? level), [words])
  }
  // The levels above a place are answers, too.
  for (const level of model.views.flatMap((view) => view.levels))
    if (after.answers[level] !== row.answers[level] && !changed.includes(level) && !levels.has(level))
      changed.push(level)
  if (everything) checkAll(source, after, defs, messages)
  return { after, changed, messages }
}

/** Fields without a value where they need one, and addresses that are none. */
function checkAll(
  source: FieldSource,
  after: SampleDraft,
  defs: readonly SampleField[],
  messages: Map<string, Words[]>,
): void {
  for (const def of defs) {
    const field = fieldOf(source, after, def, { readOnly: false })
    if (!field || messages.has(def.question)) continue
    if (field.value === null && isNeeded(def, field)) messages.set(def.question, [mandatory])
    if (field.type === 'Email' && field.value !== null && !isEmail(String(field.value)))
      messages.set(def.question, [wrongEmail])
  }
}

/** A comment that is asked for on cancelling is optional: every other field needs a value unless it says otherwise. */
function isNeeded({ optional, cancelledComment }: SampleField, { type }: Pick<QuestionField, 'type'>): boolean {
  return type === 'EventDate' || (!optional && !cancelledComment)
}

/** Puts a value into the draft; returns what is wrong with it otherwise. */
function write(
  source: FieldSource,
  after: SampleDraft,
  name: string,
  value: string | readonly string[],
): Words | undefined {
  const { model } = source.access
  const target = targetOf(model, name)
  if (target?.kind === 'question') return writeAnswer(source, after, target.question, value)
  if (typeof value !== 'string') return say`Give one value.`
  if (target?.kind === 'contact') return writeContact(after, target.field, value)
  if (!isIsoDate(value)) return notADate
  setEventDate(model, after, value)
  return undefined
}

const notADate = say`Enter a date`

function writeAnswer(
  source: FieldSource,
  after: SampleDraft,
  question: Question,
  value: string | readonly string[],
): Words | undefined {
  const { model } = source.access
  if (question.type === 'multiple') {
    const known = new Set(choicesOf(source, question).map((choice) => choice.extName))
    const chosen = [...new Set([value].flat())]
    const unknown = chosen.find((one) => !known.has(one))
    if (unknown !== undefined) return noChoice(question, unknown)
    setAnswer(model, after, question, chosen)
    return undefined
  }
  if (typeof value !== 'string') return say`Give one value.`
  const type = fieldTypeOf(model, question)
  if (question.type === 'single' || type === 'SingleChoice') {
    if (!choicesOf(source, question).some((choice) => choice.extName === value)) return noChoice(question, value)
    setAnswer(model, after, question, question.type === 'single' ? value : Number(value))
  } else if (question.type === 'date') {
    if (!isIsoDate(value)) return notADate
    setAnswer(model, after, question, value)
  } else if (question.type === 'text') {
    if (type === 'Email' && !isEmail(value)) return wrongEmail
    setAnswer(model, after, question, value)
  } else {
    const number = numberOf(value)
    if (number === null) return say`Enter a number`
    const { scaleMin, scaleMax } = question
    if (question.type === 'scale' && scaleMin !== null && scaleMax !== null && (number < scaleMin || number > scaleMax))
      return say`Give a number from ${scaleMin} to ${scaleMax}.`
    setAnswer(model, after, question, number)
  }
  return undefined
}

function writeContact(after: SampleDraft, field: ContactField, value: string): Words | undefined {
  if (field === 'email' && !isEmail(value)) return wrongEmail
  if (field === 'language' && !/^[a-z]{2}$/i.test(value)) return say`Write a language as two letters, such as en.`
  after.contact[field] = field === 'language' ? value.toLowerCase() : value
  return undefined
}

/** An answer also becomes the respondent's contact or the event date where the configuration says it is one. */
function setAnswer(model: SurveyModel, after: SampleDraft, { variable }: Question, answer: number | string | string[]) {
  after.answers[variable] = answer
  // What an import could not read as an answer to it is settled now.
  delete after.answers[asideName(variable)]
  if (typeof answer !== 'string') return
  for (const field of contactFieldsOf(model, variable))
    after.contact[field] = field === 'language' ? answer.slice(0, 2).toLowerCase() : answer
  if (model.config.eventDate === variable) after.eventDate = answer
}

function setEventDate(model: SurveyModel, after: SampleDraft, date: string): void {
  after.eventDate = date
  const { eventDate } = model.config
  if (eventDate !== undefined && model.questions.has(eventDate)) after.answers[eventDate] = date
}

function clear(model: SurveyModel, after: SampleDraft, name: string): void {
  const target = targetOf(model, name)
  if (target?.kind === 'contact') delete after.contact[target.field]
  if (target?.kind !== 'question') return
  const { variable } = target.question
  delete after.answers[variable]
  delete after.answers[asideName(variable)]
  for (const field of contactFieldsOf(model, variable)) delete after.contact[field]
}

function contactFieldsOf({ config }: SurveyModel, variable: string): ContactField[] {
  return Object.entries(config.respondent).flatMap(([field, name]) =>
    name === variable && isContactField(field) ? [field] : [],
  )
}

/** The variable that a field writes; its own name for one that is no question. */
function variableOf(model: SurveyModel, name: string): string {
  const target = targetOf(model, name)
  return target?.kind === 'question' ? target.question.variable : name
}

function isLevel({ views }: SurveyModel, name: string): boolean {
  return views.some((view) => view.levels.includes(name))
}

function noChoice(question: Question, name: string): Words {
  return say`"${name}" is no answer to ${titled(titleOf(question))}.`
}

function isEmail(text: string): boolean {
  return z.email().safeParse(text).success
}

/** The number a text means, with a point or a comma; null if it is none. */
export function numberOf(text: string): number | null {
  const plain = text.replaceAll(/\s/g, '').replace(',', '.')
  return /^[-+]?\d{1,15}(\.\d{1,15})?$/.test(plain) ? Number(plain) : null
}

/** Without blanks around it; a blank text and an empty list are no value. */
function tidied(value: QuestionField['value']): QuestionField['value'] {
  const tidy = typeof value === 'string' ? value.trim() : value
  return tidy === null || tidy.length === 0 ? null : tidy
}

function isSame(one: QuestionField['value'], other: QuestionField['value']): boolean {
  return typeof one === 'object' && typeof other === 'object' && one && other
    ? one.length === other.length && one.every((name) => other.includes(name))
    : one === other
}
