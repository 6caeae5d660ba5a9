import type { RankingHeader } from '@gensvar/contract/entities/ranking'
import type { LocalText } from '@gensvar/contract/local-text'
import { namesOnly } from '@gensvar/contract/names-only'
import type { Column } from '@gensvar/contract/widgets/column'
import { titleOf } from '#server/domain/indicators/indicator.ts'
import type { Question, SurveyModel } from '#server/domain/survey/survey-model.ts'

/** A header of plain text. */
export const plainHeader = {
  extra: false,
  align: 'left',
  renderType: 'string',
  target: null,
  detailsVariable: null,
  sortable: true,
  helpText: null,
} as const

/** The part of a header that all kinds of column share. */
export function commonHeader(column: Column) {
  return {
    ...plainHeader,
    value: column.value,
    extra: column.extra,
    target: column.target ?? null,
    detailsVariable: column.detailsVariable ?? null,
  }
}

/** Header of a column of single responses: a question, or a field every response has. */
export function caseHeader(model: SurveyModel, column: Column, cellIndex: number): RankingHeader {
  const question = model.questions.get(column.value)
  const renderType = column.renderType ?? renderTypeOf(column.value, question)
  const align = column.align ?? (renderType === 'number' ? 'right' : renderType === 'string' ? 'left' : 'center')
  return {
    ...commonHeader(column),
    text: column.text ?? caseTitle(column.value, question),
    align,
    renderType,
    sortable: renderType !== 'lits' && renderType !== 'alertstate',
    isDate: renderType === 'string' && (question ? question.type === 'date' : isEventDate(column.value)),
    isProse: renderType === 'string' && model.config.interview.open.includes(column.value),
    cellIndex,
  }
}

function isEventDate(name: string): boolean {
  return name === 'eventdate' || name === 'date'
}

function renderTypeOf(name: string, question: Question | undefined): RankingHeader['renderType'] {
  if (name === 'state' && !question) return 'state'
  if (name === 'alert' && !question) return 'alertstate'
  return question?.type === 'scale' || question?.type === 'numeric' ? 'number' : 'string'
}

const fieldTitles = namesOnly<Readonly<Record<string, LocalText>>>({
  eventdate: { en: 'Date', sv: 'Datum', no: 'Dato', da: 'Dato', fi: 'Päivä' },
  date: { en: 'Date', sv: 'Datum', no: 'Dato', da: 'Dato', fi: 'Päivä' },
  state: { en: 'State', sv: 'Status', no: 'Status', da: 'Status', fi: 'Tila' },
  alert: { en: 'Alert', sv: 'Larm', no: 'Varsel', da: 'Alarm', fi: 'Hälytys' },
  name: { en: 'Name', sv: 'Namn', no: 'Navn', da: 'Navn', fi: 'Nimi' },
  email: { en: 'E-mail', sv: 'E-post', no: 'E-post', da: 'E-mail', fi: 'Sähköposti' },
  phone: { en: 'Phone', sv: 'Telefon', no: 'Telefon', da: 'Telefon', fi: 'Puhelin' },
  language: { en: 'Language', sv: 'Språk', no: 'Språk', da: 'Sprog', fi: 'Kieli' },
  id: { en: 'Number', sv: 'Nummer', no: 'Nummer', da: 'Nummer', fi: 'Numero' },
})

function caseTitle(name: string, question: Question | undefined): LocalText {
  return question ? titleOf(question) : (fieldTitles[name] ?? name)
}
