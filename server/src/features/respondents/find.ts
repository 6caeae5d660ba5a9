import type { FoundResponse, findRespondents as findRoute } from '@gensvar/contract/respondents'
import { pickText } from '@gensvar/contract/local-text'
import type { z } from 'zod'
import { caseStateText } from '#server/domain/cases/state-text.ts'
import type { Ctx } from '#server/domain/context.ts'
import { contactText } from '#server/domain/samples/contact.ts'
import { demandWhole } from '#server/domain/respondents/whole-survey.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { loadUnitTree } from '#server/domain/survey/unit-tree.ts'
import { write } from '#server/domain/write.ts'
import { searchPersonRows } from './store.ts'
import type { PersonRow } from './store.ts'
import { surveysFor, titleOfSurvey } from './surveys.ts'

/** Most responses that a search lists. */
const mostListed = 200

/**
 * Responses of whoever a text tells of, exact ones first, in the named surveys of the universe that the caller sees whole;
 * those left out are named. The search is audited without its text. Throws `forbidden` for whoever sees a part of `survey`.
 */
export async function findRespondents(
  ctx: Ctx,
  survey: string,
  text: string,
): Promise<z.input<typeof findRoute.response>> {
  const here = await surveyAccess(ctx, survey)
  demandWhole(here)
  const { open, leftOut } = await surveysFor(ctx)
  const found: FoundResponse[] = []
  for (const access of open) {
    const rows = await searchPersonRows(ctx, access, text, mostListed + 1)
    for (const row of rows) found.push(await foundOf(ctx, access, row))
  }
  const responses = found.sort(
    (a, b) => Number(b.isExact) - Number(a.isExact) || b.eventDate.localeCompare(a.eventDate),
  )
  await write(ctx, (tx) =>
    tx.audit({
      action: 'respondent.search',
      surveyId: here.model.id,
      details: { surveys: open.length, found: responses.length },
    }),
  )
  return {
    responses: responses.slice(0, mostListed),
    hasMore: responses.length > mostListed,
    searched: open.map((access) => ({ survey: access.model.extName, title: titleOfSurvey(ctx, access) })),
    leftOut: leftOut.map(({ access, reason }) => ({
      survey: access.model.extName,
      title: titleOfSurvey(ctx, access),
      reason,
    })),
  }
}

async function foundOf(ctx: Ctx, access: SurveyAccess, row: PersonRow): Promise<FoundResponse> {
  const { model } = access
  return {
    survey: model.extName,
    surveyTitle: titleOfSurvey(ctx, access),
    responseId: row.id,
    isExact: row.is_exact,
    name: contactText(model, row, 'name'),
    email: contactText(model, row, 'email'),
    phone: contactText(model, row, 'phone'),
    foreignId: row.foreign_id ?? '',
    eventDate: row.event_date,
    state: caseStateText(String(row.state), ctx.locale),
    unit: await placeOf(ctx, access, row),
  }
}

/** The places of a response in its survey's first view, from the top. */
export async function placeOf(ctx: Ctx, { model }: SurveyAccess, row: Pick<PersonRow, 'unit_ids'>): Promise<string> {
  const tree = await loadUnitTree(ctx, model)
  const unit = row.unit_ids.map((id) => tree.unit(id)).find((one) => one?.viewId === model.views[0]?.id)
  return unit
    ? tree
        .pathOf(unit)
        .map((one) => pickText(one.titles, ctx.locale) || one.extName)
        .join(', ')
    : ''
}
