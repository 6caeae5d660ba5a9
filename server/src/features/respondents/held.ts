import type { HeldCounts, HeldResponse, getHeldData as heldRoute } from '@gensvar/contract/respondents'
import { pickText } from '@gensvar/contract/local-text'
import type { z } from 'zod'
import { titleOfRule } from '#server/domain/alerts/alert-rule.ts'
import { listComments } from '#server/domain/cases/case-comments.ts'
import { answerWords } from '#server/domain/cases/case-text.ts'
import { contactFields } from '#server/domain/cases/contact-fields.ts'
import { alertStateText, caseStateText } from '#server/domain/cases/state-text.ts'
import type { Ctx } from '#server/domain/context.ts'
import { countKeptFiles, countPaths } from '#server/domain/respondents/kept-copies.ts'
import { demandWhole } from '#server/domain/respondents/whole-survey.ts'
import { contactText } from '#server/domain/samples/contact.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { write } from '#server/domain/write.ts'
import { placeOf } from './find.ts'
import { countRows, listAlertRows, listChangeRows, listSendingRows, readPersonRows } from './store.ts'
import type { PersonRow } from './store.ts'
import { bySurvey, goneResponse, titleOfSurvey } from './surveys.ts'
import type { ResponseRef } from './surveys.ts'

/** Responses of one survey, read with who gave them. */
export interface PersonsOfSurvey {
  access: SurveyAccess
  rows: PersonRow[]
}

/** All that is held of some responses, and what erasing them would reach. Throws `not_found` where one is gone. */
export async function getHeldData(
  ctx: Ctx,
  survey: string,
  refs: readonly ResponseRef[],
): Promise<z.input<typeof heldRoute.response>> {
  demandWhole(await surveyAccess(ctx, survey))
  const persons = await personsOf(ctx, refs)
  const responses: HeldResponse[] = []
  for (const one of persons) responses.push(...(await heldOf(ctx, one)))
  await auditPersons(ctx, 'respondent.view', persons)
  const rows = persons.flatMap((one) => one.rows)
  return {
    responses,
    counts: await countsOf(ctx, persons),
    withoutKey: rows.filter((row) => row.foreign_id === null).length,
  }
}

/** Reads responses with who gave them, by survey. Throws `not_found` where one is gone. */
export async function personsOf(ctx: Ctx, refs: readonly ResponseRef[]): Promise<PersonsOfSurvey[]> {
  const found: PersonsOfSurvey[] = []
  for (const { access, ids } of await bySurvey(ctx, refs)) {
    const rows = await readPersonRows(ctx, access, ids)
    if (rows.length < ids.length) throw goneResponse()
    found.push({ access, rows })
  }
  return found
}

/** Notes in the audit log, for each survey, whose responses were looked at. */
export async function auditPersons(
  ctx: Ctx,
  action: 'respondent.view' | 'respondent.download',
  persons: readonly PersonsOfSurvey[],
): Promise<void> {
  const entries = persons.map(({ access, rows }) => ({
    action,
    surveyId: access.model.id,
    object: rows.map(({ id }) => id).join(' '),
    details: { responses: rows.length },
  }))
  await write(ctx, (tx) => tx.audit(...entries))
}

/** How many of each are held of responses. */
export async function countsOf(ctx: Ctx, persons: readonly PersonsOfSurvey[]): Promise<HeldCounts> {
  const rows = persons.flatMap((one) => one.rows)
  const counts = await countRows(
    ctx,
    rows.map(({ id }) => id),
  )
  let files = 0
  let paths = 0
  for (const { access, rows: own } of persons) {
    files += await countKeptFiles(ctx, access.model.id)
    paths += await countPaths(
      ctx,
      access.model.id,
      own.flatMap((row) => textsOf(access, row)),
    )
  }
  const answers = rows.reduce((sum, row) => sum + Object.keys(row.answers).length, 0)
  return { responses: rows.length, answers, ...counts, files, paths }
}

/** Texts by which a respondent can be found in addresses. */
export function textsOf({ model }: SurveyAccess, row: PersonRow): string[] {
  const contact = (['email', 'phone', 'name'] as const).map((field) => contactText(model, row, field))
  return [...contact, row.foreign_id ?? ''].filter((text) => text !== '')
}

/** All that is held of responses of a survey, in the reader's language. */
export async function heldOf(ctx: Ctx, { access, rows }: PersonsOfSurvey): Promise<HeldResponse[]> {
  const { model } = access
  const { locale } = ctx
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return []
  const alerts = Map.groupBy(await listAlertRows(ctx, ids), (one) => one.responseId)
  const changes = Map.groupBy(await listChangeRows(ctx, ids), (one) => one.responseId)
  const sendings = Map.groupBy(await listSendingRows(ctx, ids), (one) => one.responseId)
  const held: HeldResponse[] = []
  for (const row of rows)
    held.push({
      survey: model.extName,
      surveyTitle: titleOfSurvey(ctx, access),
      responseId: row.id,
      eventDate: row.event_date,
      state: caseStateText(String(row.state), locale),
      unit: await placeOf(ctx, access, row),
      foreignId: row.foreign_id ?? '',
      contact: contactFields.flatMap((field) => {
        const text = contactText(model, row, field)
        return text === '' ? [] : [{ field, text }]
      }),
      answers: answersOf(ctx, access, row),
      comments: (await listComments(ctx, row.id)).map(({ created, author, message }) => ({
        at: created,
        author,
        text: message,
      })),
      alerts: (alerts.get(row.id) ?? []).map(({ at, rule, state }) => ({
        at: at.toISOString(),
        title: titleOfRule(model, rule, locale),
        state: alertStateText(state, locale),
      })),
      changes: (changes.get(row.id) ?? []).map(({ at, author, fields }) => ({ at: at.toISOString(), author, fields })),
      sendings: (sendings.get(row.id) ?? []).map(({ at, title, state }) => ({
        at: at?.toISOString() ?? null,
        title,
        state,
      })),
    })
  return held
}

/** The answers in the order of the questions, then what is stored beside them. */
function answersOf({ locale }: Ctx, { model }: SurveyAccess, { answers }: PersonRow): HeldResponse['answers'] {
  const known = [...model.questions.values()].flatMap((question) => {
    const text = answerWords(question, answers[question.variable], locale)
    return text === '' ? [] : [{ title: pickText(question.title, locale) || question.variable, text }]
  })
  const others = Object.entries(answers).flatMap(([name, answer]) =>
    model.questions.has(name) ? [] : [{ title: name, text: String(answer) }],
  )
  return [...known, ...others]
}
