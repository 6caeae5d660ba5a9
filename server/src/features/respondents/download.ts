import { Readable } from 'node:stream'
import { maxRespondentResponses } from '@gensvar/contract/respondents'
import type { HeldResponse } from '@gensvar/contract/respondents'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { contactFields } from '#server/domain/cases/contact-fields.ts'
import type { ContactField } from '#server/domain/cases/contact-fields.ts'
import type { Ctx } from '#server/domain/context.ts'
import type { ReportContent, ReportTable } from '#server/domain/reports/report.ts'
import { writeXlsx } from '#server/domain/reports/write-xlsx.ts'
import { zipOf } from '#server/domain/reports/zip.ts'
import type { ZipEntry } from '#server/domain/reports/zip.ts'
import { demandWhole } from '#server/domain/respondents/whole-survey.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { AppError } from '#server/platform/errors.ts'
import { FileAnswer } from '#server/platform/file-answer.ts'
import { translate } from '#server/platform/translate.ts'
import { auditPersons, heldOf, personsOf } from './held.ts'
import type { ResponseRef } from './surveys.ts'

const contactWords: Record<ContactField, Words> = {
  name: say`Name`,
  email: say`Email`,
  phone: say`Phone`,
  language: say`Language`,
  street: say`Street`,
  postcode: say`Postcode`,
  city: say`City`,
  country: say`Country`,
}

/**
 * All that is held of some responses as an archive with a workbook and the same as JSON, made while the caller waits. It
 * is kept nowhere, so nothing of it is left when the respondent is erased. Throws `not_found` where one is gone,
 * `validation` for a list that cannot be read.
 */
export async function downloadHeldData(ctx: Ctx, survey: string, list: string): Promise<FileAnswer> {
  demandWhole(await surveyAccess(ctx, survey))
  const persons = await personsOf(ctx, readRefs(survey, list))
  const responses: HeldResponse[] = []
  for (const one of persons) responses.push(...(await heldOf(ctx, one)))
  await auditPersons(ctx, 'respondent.download', persons)
  const name = translate(say`Held data`, ctx.locale)
  const content = zipOf(entriesOf(name, contentOf(ctx, name, responses), responses))
  return new FileAnswer({ name: `${name}.zip`, type: 'application/zip', size: null, content: Readable.from(content) })
}

/** Reads `survey:number,survey:number`; without a survey it is the address's. */
function readRefs(here: string, list: string): ResponseRef[] {
  const refs = list.split(',').map((one) => {
    const [, survey = here, id] = /^(?:(.+):)?([1-9]\d{0,14})$/.exec(one) ?? []
    return id === undefined ? null : { survey, responseId: Number(id) }
  })
  const read = refs.filter((ref) => ref !== null)
  if (read.length < refs.length || read.length > maxRespondentResponses)
    throw new AppError('validation', say`These responses cannot be read.`, { responses: say`unknown` })
  return read
}

async function* entriesOf(
  name: string,
  content: ReportContent,
  responses: readonly HeldResponse[],
): AsyncGenerator<ZipEntry> {
  yield { path: `${name}.xlsx`, content: writeXlsx(content) }
  yield { path: `${name}.json`, content: jsonOf(responses) }
}

async function* jsonOf(responses: readonly HeldResponse[]): AsyncGenerator<Buffer> {
  yield Buffer.from(`${JSON.stringify({ responses }, null, 2)}\n`)
}

function contentOf(ctx: Ctx, title: string, responses: readonly HeldResponse[]): ReportContent {
  const told = (words: Words): string => translate(words, ctx.locale)
  const table = (name: Words, columns: readonly Words[], rows: readonly (readonly string[])[]): ReportTable => ({
    kind: 'table',
    title: told(name),
    columns: columns.map((one) => ({ title: told(one), kind: 'text' as const })),
    rows: rows.map((row) => row.map((text) => ({ text }))),
  })
  const each = (rowsOf: (one: HeldResponse) => readonly (readonly string[])[]): string[][] =>
    responses.flatMap((one) => rowsOf(one).map((row) => [one.surveyTitle, `#${one.responseId}`, ...row]))
  const of = [say`Survey`, say`Response`]
  const contactOf = (one: HeldResponse, field: ContactField): string =>
    one.contact.find((each) => each.field === field)?.text ?? ''
  return {
    title,
    subtitle: '',
    asked: [
      { name: told(say`Asked by`), text: ctx.identity.username },
      { name: told(say`Made at`), text: ctx.clock.now().toISOString() },
    ],
    sections: [
      table(
        say`Responses`,
        [
          ...of,
          say`Date`,
          say`State`,
          say`Place`,
          say`Foreign id`,
          ...contactFields.map((field) => contactWords[field]),
        ],
        each((one) => [
          [one.eventDate, one.state, one.unit, one.foreignId, ...contactFields.map((field) => contactOf(one, field))],
        ]),
      ),
      table(
        say`Answers`,
        [...of, say`Question`, say`Answer`],
        each((one) => one.answers.map(({ title: question, text }) => [question, text])),
      ),
      table(
        say`Comments`,
        [...of, say`Date`, say`Author`, say`Comment`],
        each((one) => one.comments.map(({ at, author, text }) => [at, author, text])),
      ),
      table(
        say`Alerts`,
        [...of, say`Date`, say`Alert`, say`State`],
        each((one) => one.alerts.map(({ at, title: alert, state }) => [at, alert, state])),
      ),
      table(
        say`Sendings`,
        [...of, say`Date`, say`Campaign`, say`State`],
        each((one) => one.sendings.map(({ at, title: campaign, state }) => [at ?? '', campaign, state])),
      ),
      table(
        say`Changes`,
        [...of, say`Date`, say`Author`, say`Fields`],
        each((one) => one.changes.map(({ at, author, fields }) => [at, author, fields.join(', ')])),
      ),
    ],
    locale: ctx.locale,
    totalRows: null,
  }
}
