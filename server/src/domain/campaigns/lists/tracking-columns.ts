import { locales } from '@gensvar/contract/local-text'
import type { LocalText, Locale } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { Column } from '@gensvar/contract/widgets/column'
import type { MessageWay } from '#server/platform/db-campaign-types.ts'
import { sortKey } from '#server/domain/cases/case-query.ts'
import type { CaseRow } from '#server/domain/cases/case-query.ts'
import { fieldReader } from '#server/domain/cases/case-text.ts'
import { isContactField } from '#server/domain/cases/contact-fields.ts'
import { titleOf } from '#server/domain/indicators/indicator.ts'
import { contactText } from '#server/domain/samples/contact.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import { translate } from '#server/platform/translate.ts'

/** What a column of the messages' list shows of a respondent. */
export interface TrackingColumn {
  name: LocalText
  value: string
  /** What it is sorted by: of `recipient` as `m` where `isOwn`, else of `response` as `r`. */
  sort: Fragment
  isOwn: boolean
  textOf(message: { address: string; row: CaseRow }): string
}

/** Name of the column with the address a message went to. */
export const addressColumn = 'address'

/** Name of the column with the respondent's name. */
export const nameColumn = 'name'

/** The words in all languages. */
export function inAllLanguages(words: Words): LocalText {
  return Object.fromEntries(locales.map((locale) => [locale, translate(words, locale)]))
}

/** The columns of respondents: the configured ones, else their name and where the message went. */
export function trackingColumns(
  model: SurveyModel,
  ways: readonly MessageWay[],
  configured: readonly Column[],
  locale: Locale,
): TrackingColumn[] {
  const columns: readonly Pick<Column, 'value' | 'text'>[] =
    configured.length > 0 ? configured : [{ value: nameColumn }, { value: addressColumn }]
  return columns.flatMap(({ value, text }) => columnOf(model, ways, { value, text }, locale) ?? [])
}

function columnOf(
  model: SurveyModel,
  ways: readonly MessageWay[],
  { value, text }: Pick<Column, 'value' | 'text'>,
  locale: Locale,
): TrackingColumn | null {
  const question = model.questions.get(value)
  if (!question && value === addressColumn) {
    const name = text ?? inAllLanguages(addressTitle(ways))
    const sort = portableSql`lower(m.address) collate "C"`
    return { name, value, sort, isOwn: true, textOf: ({ address }) => address }
  }
  if (!question && isContactField(value)) {
    const asked = model.questions.get(model.config.respondent[value] ?? '')
    const name = text ?? (value === nameColumn ? inAllLanguages(say`Name`) : ((asked && titleOf(asked)) ?? value))
    const known = portableSql`nullif(r.contact->>${value}::text, '')`
    const sort = asked
      ? portableSql`lower(coalesce(${known}, r.answers->>${asked.variable}::text)) collate "C"`
      : portableSql`lower(${known}) collate "C"`
    return { name, value, sort, isOwn: false, textOf: ({ row }) => contactText(model, row, value) }
  }
  if (!question && !builtIn.has(value)) return null
  const read = fieldReader(model, value, locale)
  return {
    name: text ?? (question ? titleOf(question) : inAllLanguages(builtIn.get(value) ?? say`Message number`)),
    value,
    sort: sortKey(model, value),
    isOwn: false,
    textOf: ({ row }) => read(row),
  }
}

const builtIn: ReadonlyMap<string, Words> = new Map([
  ['eventdate', say`Date`],
  ['date', say`Date`],
  ['id', say`Message number`],
])

/** What the address is called: simply that where messages go by several ways. */
function addressTitle([own = 'LETTER', ...further]: readonly MessageWay[]): Words {
  return addressTitles[further.length > 0 ? 'LETTER' : own]
}

const addressTitles: Readonly<Record<MessageWay, Words>> = {
  EMAIL: say`E-mail address`,
  SMS: say`Phone number`,
  PHONE: say`Phone number`,
  LETTER: say`Address`,
  PUSH: say`Address`,
}
