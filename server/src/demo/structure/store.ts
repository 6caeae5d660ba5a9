import type { Kysely } from 'kysely'
import type { Database } from '../../platform/db-types.ts'
import type { PlannedQuestion, PlannedSurvey, PlannedUnit, PlannedView } from '../plan.ts'

/** What the rows of a survey need to know of what was written before them. */
export interface WrittenStructure {
  surveyId: number
  /** Per view, the id of a unit by its ext names from the top, joined with `/`. */
  unitIds: readonly ReadonlyMap<string, number>[]
  /** Id of a campaign by its ext name. */
  campaignIds: ReadonlyMap<string, number>
}

const rowsPerInsert = 2000

/** Writes everything of a survey but its responses. `userIds` by user name are for the owners of units. */
export async function writeStructure(
  trx: Kysely<Database>,
  universeId: number,
  plan: PlannedSurvey,
  userIds: ReadonlyMap<string, number>,
): Promise<WrittenStructure> {
  const survey = await trx
    .insertInto('survey')
    .values({
      universe_id: universeId,
      ext_name: plan.extName,
      title: JSON.stringify(plan.title),
      organisation_name: plan.organisationName,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeConfiguration(trx, universeId, survey.id, plan)
  await writeQuestions(trx, survey.id, plan)
  const unitIds: Map<string, number>[] = []
  for (const [order, view] of plan.views.entries())
    unitIds.push(await writeView(trx, universeId, survey.id, view, order, userIds))
  return { surveyId: survey.id, unitIds, campaignIds: await writeCampaigns(trx, survey.id, plan) }
}

async function writeConfiguration(
  trx: Kysely<Database>,
  universeId: number,
  surveyId: number,
  plan: PlannedSurvey,
): Promise<void> {
  const script = await trx
    .insertInto('script')
    .values({ universe_id: universeId, survey_id: surveyId, script_type: 'CONFIGURATION', ext_name: plan.extName })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('script_version')
    .values({ script_id: script.id, version: 1, text: plan.configuration, source: 'import', author: 'demo' })
    .execute()
}

async function writeQuestions(trx: Kysely<Database>, surveyId: number, plan: PlannedSurvey): Promise<void> {
  const groups = plan.groups.map((group, order) => ({
    survey_id: surveyId,
    ext_name: group.extName,
    name: JSON.stringify(group.title),
    sorder: order,
  }))
  const groupRows =
    groups.length === 0
      ? []
      : await trx.insertInto('question_group').values(groups).returning(['id', 'ext_name']).execute()
  const groupIds = new Map(groupRows.map((row) => [row.ext_name, row.id]))
  const rows = await trx
    .insertInto('question')
    .values(plan.questions.map((question, order) => questionRow(surveyId, question, order, groupIds)))
    .returning(['id', 'variable'])
    .execute()
  const ids = new Map(rows.map((row) => [row.variable, row.id]))
  const choices = plan.questions.flatMap((question) =>
    (question.choices ?? []).map((choice, index) => ({
      question_id: ids.get(question.variable) ?? 0,
      ext_name: choice.extName,
      code: index + 1,
      title: JSON.stringify(choice.title),
      sorder: index,
    })),
  )
  for (const part of parts(choices)) await trx.insertInto('choice').values(part).execute()
}

function questionRow(
  surveyId: number,
  question: PlannedQuestion,
  order: number,
  groupIds: ReadonlyMap<string, number>,
) {
  return {
    survey_id: surveyId,
    group_id: groupIds.get(question.group ?? '') ?? null,
    variable: question.variable,
    type: question.type,
    title: JSON.stringify(question.title),
    question: JSON.stringify(question.wording ?? {}),
    scale_min: question.scale?.[0] ?? null,
    scale_max: question.scale?.[1] ?? null,
    filterable: question.filterable ?? true,
    anonymizable: question.anonymizable ?? false,
    sorder: order,
  }
}

async function writeView(
  trx: Kysely<Database>,
  universeId: number,
  surveyId: number,
  view: PlannedView,
  order: number,
  userIds: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
  const { id } = await trx
    .insertInto('view')
    .values({
      survey_id: surveyId,
      ext_name: view.extName,
      title: JSON.stringify(view.title),
      levels: [...view.levels],
      sorder: order,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const ids = new Map<string, number>()
  for (let depth = 1; depth <= view.levels.length; depth++) {
    const units = view.units.filter((unit) => unit.path.length === depth)
    for (const part of parts(units)) {
      const rows = await trx
        .insertInto('unit')
        .values(part.map((unit) => unitRow(universeId, id, unit, ids, userIds)))
        .returning(['id', 'parent_id', 'ext_name'])
        .execute()
      const written = new Map(rows.map((row) => [`${row.parent_id ?? 0}/${row.ext_name}`, row.id]))
      for (const unit of part) {
        const found = written.get(`${ids.get(parentKey(unit)) ?? 0}/${unit.path.at(-1)}`)
        if (found !== undefined) ids.set(unit.path.join('/'), found)
      }
    }
  }
  return ids
}

function unitRow(
  universeId: number,
  viewId: number,
  unit: PlannedUnit,
  ids: ReadonlyMap<string, number>,
  userIds: ReadonlyMap<string, number>,
) {
  return {
    universe_id: universeId,
    view_id: viewId,
    depth: unit.path.length,
    parent_id: unit.path.length === 1 ? null : (ids.get(parentKey(unit)) ?? null),
    ext_name: unit.path.at(-1) ?? '',
    titles: JSON.stringify(unit.title),
    aliases: [...(unit.aliases ?? [])],
    owner_user_id: userIds.get(unit.owner ?? '') ?? null,
    valid_from: unit.validFrom ?? null,
    valid_to: unit.validTo ?? null,
  }
}

function parentKey(unit: PlannedUnit): string {
  return unit.path.slice(0, -1).join('/')
}

async function writeCampaigns(
  trx: Kysely<Database>,
  surveyId: number,
  plan: PlannedSurvey,
): Promise<Map<string, number>> {
  if (plan.campaigns.length === 0) return new Map()
  const rows = await trx
    .insertInto('campaign')
    .values(
      plan.campaigns.map((campaign) => ({
        survey_id: surveyId,
        ext_name: campaign.extName,
        title: campaign.title,
        sending_type: campaign.sendingType,
        state: campaign.state,
      })),
    )
    .returning(['id', 'ext_name'])
    .execute()
  return new Map(rows.map((row) => [row.ext_name, row.id]))
}

function parts<T>(rows: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / rowsPerInsert) }, (_, index) =>
    rows.slice(index * rowsPerInsert, (index + 1) * rowsPerInsert),
  )
}
