import type { SampleField } from '@gensvar/contract/configuration/sample'
import type { questionField } from '@gensvar/contract/entities/samples'
import type { LocalText } from '@gensvar/contract/local-text'
import type { z } from 'zod'
import type { CaseRow } from '#server/domain/cases/case-query.ts'
import { isContactField } from '#server/domain/cases/contact-fields.ts'
import type { ContactField } from '#server/domain/cases/contact-fields.ts'
import type { Ctx } from '#server/domain/context.ts'
import { titleOf } from '#server/domain/indicators/indicator.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import type { Question, SurveyModel } from '#server/domain/survey/survey-model.ts'
import { loadUnitTree } from '#server/domain/survey/unit-tree.ts'
import type { UnitTree } from '#server/domain/survey/unit-tree.ts'
import { contactText } from './contact.ts'

/** A question in a form, with its value. */
export type QuestionField = z.infer<typeof questionField>

/** What fields are made from, and read by. */
export interface FieldSource {
  access: SurveyAccess
  tree: UnitTree
}

/** Loads what the fields of a survey are made from. */
export async function fieldSource(ctx: Pick<Ctx, 'db'>, access: SurveyAccess): Promise<FieldSource> {
  return { access, tree: await loadUnitTree(ctx, access.model) }
}

/** The event date as a field. */
export const eventDateField = 'eventdate'

/** A scale with more steps is written as a number. */
const maxSteps = 11

/** What a configured name means: a question, a field of the contact, or the event date; null where it is unknown. */
export type FieldTarget =
  | { kind: 'question'; question: Question }
  | { kind: 'contact'; field: ContactField }
  | { kind: 'eventdate' }

/** Finds out what a field's name means. A question precedes what is built in. */
export function targetOf(model: SurveyModel, name: string): FieldTarget | null {
  const question = model.questions.get(name)
  if (question) return { kind: 'question', question }
  if (isContactField(name)) {
    // Where a question asks for it, the field is that question, so that both stay the same.
    const asked = model.questions.get(model.config.respondent[name] ?? '')
    return asked ? { kind: 'question', question: asked } : { kind: 'contact', field: name }
  }
  return name === eventDateField ? { kind: 'eventdate' } : null
}

/** A field without marks, as a name alone configures it. */
export function plainField(question: string, optional = true): SampleField {
  return { question, optional, cancelledComment: false, approvedComment: false }
}

/** Fields of a sample with their values; names that mean nothing in the survey are left out. */
export function fieldsOf(
  source: FieldSource,
  row: Pick<CaseRow, 'answers' | 'contact' | 'eventDate'>,
  defs: readonly SampleField[],
  { readOnly }: { readOnly: boolean },
): QuestionField[] {
  return defs.flatMap((def) => fieldOf(source, row, def, { readOnly }) ?? [])
}

/** A field of a sample with its value; null for a name that means nothing in the survey. */
export function fieldOf(
  source: FieldSource,
  row: Pick<CaseRow, 'answers' | 'contact' | 'eventDate'>,
  { question: name, optional, cancelledComment, approvedComment }: SampleField,
  { readOnly }: { readOnly: boolean },
): QuestionField | null {
  const { model } = source.access
  const target = targetOf(model, name)
  if (!target) return null
  const shared = { questionId: name, optional, readOnly, cancelledComment, approvedComment }
  switch (target.kind) {
    case 'eventdate':
      return { ...shared, title: eventDateTitle, type: 'EventDate', value: row.eventDate, choices: [], optional: false }
    case 'contact': {
      const value = contactText(model, row, target.field) || null
      const type = target.field === 'email' ? 'Email' : 'text'
      return { ...shared, title: contactTitles[target.field], type, value, choices: [] }
    }
    case 'question': {
      const { question } = target
      const value = valueOf(question, row)
      const choices = withChosen(choicesOf(source, question), value)
      return { ...shared, title: titleOf(question), type: fieldTypeOf(model, question), value, choices }
    }
  }
}

/** How the field of a question is filled in. */
export function fieldTypeOf(model: SurveyModel, question: Question): QuestionField['type'] {
  switch (question.type) {
    case 'single':
      return 'SingleChoice'
    case 'multiple':
      return 'MultiChoice2'
    case 'date':
      return model.config.eventDate === question.variable ? 'EventDate' : 'Date'
    case 'scale':
      return stepsOf(question).length > 0 ? 'SingleChoice' : 'text'
    case 'numeric':
      return 'text'
    case 'text':
      return model.config.respondent.email === question.variable ? 'Email' : 'text'
  }
}

const knownChoices = new WeakMap<FieldSource, Map<Question, QuestionField['choices']>>()

/**
 * The answers to choose from. Of a level of the hierarchy, those whose places the caller may open. Made once for a source,
 * because many rows are read with it.
 */
export function choicesOf(source: FieldSource, question: Question): QuestionField['choices'] {
  let known = knownChoices.get(source)
  if (!known) knownChoices.set(source, (known = new Map()))
  let choices = known.get(question)
  if (!choices) known.set(question, (choices = makeChoices(source, question)))
  return choices
}

function makeChoices({ access, tree }: FieldSource, question: Question): QuestionField['choices'] {
  if (question.type === 'scale')
    return stepsOf(question).map((step) => {
      const titled = question.choiceByName.get(step)
      return { extName: step, title: titled ? { ...titled.title } : step }
    })
  if (question.type !== 'single' && question.type !== 'multiple') return []
  const views = access.model.views.filter((view) => view.levels.includes(question.variable))
  const isOpen = views.map((view) => {
    const units = tree.atDepth(view.id, view.levels.indexOf(question.variable) + 1)
    const open = units.filter((unit) =>
      access.places.allows(
        view.extName,
        tree.pathOf(unit).map((one) => one.extName),
      ),
    )
    return new Set(open.map((unit) => unit.extName))
  })
  return question.choices
    .filter(({ extName }) => isOpen.every((names) => names.has(extName)))
    .map(({ extName, title }) => ({ extName, title: Object.keys(title).length > 0 ? { ...title } : extName }))
}

const knownSteps = new WeakMap<Question, readonly string[]>()

/** The numbers of a scale to choose from; made once, because each answer is compared with them. */
function stepsOf(question: Question): readonly string[] {
  let steps = knownSteps.get(question)
  if (!steps) knownSteps.set(question, (steps = makeSteps(question)))
  return steps
}

function makeSteps({ scaleMin, scaleMax }: Question): string[] {
  if (scaleMin === null || scaleMax === null || scaleMax - scaleMin >= maxSteps) return []
  return Array.from({ length: scaleMax - scaleMin + 1 }, (_, index) => String(scaleMin + index))
}

function valueOf({ variable }: Question, { answers }: Pick<CaseRow, 'answers'>): QuestionField['value'] {
  const answer = answers[variable]
  if (answer === undefined || answer === '') return null
  return typeof answer === 'object' ? [...answer] : String(answer)
}

/** An answer that is no choice any more can be kept. */
function withChosen(choices: QuestionField['choices'], value: QuestionField['value']): QuestionField['choices'] {
  if (choices.length === 0 || value === null) return choices
  const known = new Set(choices.map((choice) => choice.extName))
  const missing = [value].flat().filter((extName) => !known.has(extName))
  return [...choices, ...missing.map((extName) => ({ extName, title: extName }))]
}

const eventDateTitle: LocalText = {
  en: 'Event date',
  sv: 'Händelsedatum',
  no: 'Hendelsesdato',
  da: 'Hændelsesdato',
  fi: 'Tapahtumapäivä',
}

const contactTitles: Readonly<Record<ContactField, LocalText>> = {
  name: { en: 'Name', sv: 'Namn', no: 'Navn', da: 'Navn', fi: 'Nimi' },
  email: { en: 'E-mail', sv: 'E-post', no: 'E-post', da: 'E-mail', fi: 'Sähköposti' },
  phone: { en: 'Phone', sv: 'Telefon', no: 'Telefon', da: 'Telefon', fi: 'Puhelin' },
  language: { en: 'Language', sv: 'Språk', no: 'Språk', da: 'Sprog', fi: 'Kieli' },
  street: { en: 'Street', sv: 'Gatuadress', no: 'Gateadresse', da: 'Vej og nummer', fi: 'Katuosoite' },
  postcode: { en: 'Postcode', sv: 'Postnummer', no: 'Postnummer', da: 'Postnummer', fi: 'Postinumero' },
  city: { en: 'City', sv: 'Ort', no: 'Poststed', da: 'By', fi: 'Postitoimipaikka' },
  country: { en: 'Country', sv: 'Land', no: 'Land', da: 'Land', fi: 'Maa' },
}
