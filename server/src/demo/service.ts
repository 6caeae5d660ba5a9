import { dateInZone } from '@gensvar/contract/dates'
import { evaluateActions } from '#server/domain/actions/evaluate.ts'
import { followConfiguration } from '#server/domain/comments/note-comments.ts'
import { followShares } from '#server/domain/weights/have-weights.ts'
import type { Ctx, Deps } from '#server/domain/context.ts'
import { programContext } from '#server/domain/context.ts'
import { write } from '#server/domain/write.ts'
import { hashPassword } from '#server/domain/rights/password.ts'
import { findTaken, readAccounts, writeAccounts, writeSurveyRights } from './accounts/store.ts'
import type { WrittenAccounts } from './accounts/store.ts'
import { demoPassword, demoStore, demoUsers } from './accounts/users.ts'
import { dateClosings } from './actions-store.ts'
import { beginCampaigns } from './campaigns-store.ts'
import { configuredAddress } from '#server/platform/addresses.ts'
import { planBank } from './bank/bank-survey.ts'
import { planOrders } from './orders/orders-survey.ts'
import type { PlannedSurvey } from './plan.ts'
import { planRetail } from './retail/retail-survey.ts'
import { analyseTables, deleteSurveys, readMarker, withDemoLock, writeMarker, writeProgress } from './store.ts'
import { demoTemplates, writeTemplates } from './templates.ts'
import { writeSurvey } from './write-survey.ts'

/** What happened to the demo: made now, already there, or skipped (not wanted, or its names are taken). */
export type DemoOutcome = 'made' | 'present' | 'off' | 'taken'

/** A survey of the demo and the universe it belongs to. */
export interface DemoSurvey {
  universe: string
  plan: PlannedSurvey
}

/** Progress of creating the demo, and other surveys than the usual ones. */
export interface DemoOptions {
  /** Called with whole percentages, 100 at the end. */
  onProgress?: (percent: number) => void
  /** Surveys for a date (ISO); by default the whole demo. */
  surveys?: (today: string) => DemoSurvey[]
}

/** Share of the work, in percent, when all rows are written; the figures follow. */
const rowsDone = 75
/** Timeout for the figures of a survey, in ms. */
const figuresTimeout = 10 * 60_000

/**
 * Creates the demo: universes and users first, so that its users can sign in (and see the progress), then the surveys,
 * then their figures. Once created it is never changed, whatever its users do; an interrupted attempt starts again from
 * the beginning. Dates end yesterday, whenever it is created.
 */
export async function seedDemo(deps: Deps, options: DemoOptions = {}): Promise<DemoOutcome> {
  if (!deps.config.demo) return 'off'
  if ((await readMarker(deps.db)) === 'made') return 'present'
  return withDemoLock(deps.pool, () => makeDemo(programContext(deps, 'demo'), options))
}

/**
 * The demo's surveys as of a date (ISO). The largest comes first: its figures are built while the others are written.
 */
export function demoSurveys(today: string): DemoSurvey[] {
  return [
    { universe: 'retail', plan: planRetail(today) },
    { universe: 'retail', plan: planOrders(today) },
    { universe: 'bank', plan: planBank(today) },
  ]
}

async function makeDemo(ctx: Ctx, { onProgress = () => {}, surveys = demoSurveys }: DemoOptions): Promise<DemoOutcome> {
  const state = await readMarker(ctx.db)
  if (state === 'made') return 'present'
  const planned = surveys(dateInZone(ctx.clock.now(), 'Europe/Stockholm'))
  const users = demoUsers(firstAgent(planned))
  if (state === 'none') {
    const taken = await findTaken(ctx.db, users)
    if (taken.length > 0) {
      ctx.log.warn({ taken }, 'the demo is left out, for its names are taken')
      return 'taken'
    }
  }
  const passwordHash = await hashPassword(demoPassword)
  await write(ctx, async (tx) => {
    const { db } = tx
    if (state === 'none') await writeAccounts(db, users, passwordHash)
    else await deleteSurveys(tx, [...(await readAccounts(db)).universeIds.values()])
    await tx.audit({ action: 'demo.make' })
    await writeMarker(db, 'making')
    await writeProgress(db, 0)
  })
  // Rows are written side by side, so reports wait for each other: the percentage never falls.
  let reported = Promise.resolve()
  const report = (percent: number): Promise<void> => {
    reported = reported.then(async () => {
      await writeProgress(ctx.db, percent)
      onProgress(percent)
    })
    return reported
  }
  const accounts = await readAccounts(ctx.db)
  const surveyIds = await writeSurveys(ctx, planned, accounts, report)
  const retail = accounts.universeIds.get('retail')
  const templates = retail === undefined ? [] : await demoTemplates(configuredAddress(ctx.config))
  await write(ctx, async (tx) => {
    const { db } = tx
    if (retail !== undefined) {
      await writeTemplates(db, retail, templates)
      const ownerId = accounts.userIds.get('root') ?? 0
      for (const { plan } of planned)
        if (plan.campaigns.length > 0)
          await beginCampaigns(db, { universeId: retail, survey: plan.extName, ownerId, campaigns: plan.campaigns })
    }
    for (const surveyId of surveyIds) {
      await followConfiguration(tx, surveyId)
      await followShares(tx, surveyId)
    }
    await writeMarker(db, 'made')
    await writeProgress(db, null)
  })
  onProgress(100)
  return 'made'
}

async function writeSurveys(
  ctx: Ctx,
  planned: readonly DemoSurvey[],
  { universeIds, userIds }: WrittenAccounts,
  report: (percent: number) => Promise<void>,
): Promise<number[]> {
  const total = planned.reduce((sum, { plan }) => sum + plan.size, 0)
  let rows = 0
  let reported = 0
  const onRows = async (count: number): Promise<void> => {
    rows += count
    const percent = Math.floor((rowsDone * rows) / total)
    if (percent === reported) return
    reported = percent
    await report(percent)
  }
  const changes: number[] = []
  const surveyIds: number[] = []
  for (const { universe, plan } of planned) {
    const universeId = universeIds.get(universe)
    if (universeId === undefined) throw new Error(`The demo has no universe ${universe}`)
    const { surveyId, xid } = await writeSurvey(ctx, universeId, plan, userIds, onRows)
    await write(ctx, ({ db }) => writeSurveyRights(db, universe, universeId, { id: surveyId, extName: plan.extName }))
    changes.push(xid)
    surveyIds.push(surveyId)
  }
  await analyseTables(ctx.db)
  for (const [index, xid] of changes.entries()) {
    if (!(await ctx.analytics.feed.waitFor(xid, figuresTimeout)))
      throw new Error('The figures of the demo were not made in time')
    await report(rowsDone + Math.floor(((100 - rowsDone) * (index + 1)) / (changes.length + 1)))
  }
  // As every night: those that are due are closed by their figures, and those that have started keep theirs.
  for (const surveyId of surveyIds) await evaluateActions(ctx, { surveyId })
  await dateClosings(ctx.db, surveyIds)
  return surveyIds
}

/** Ext name of the first agent of the demo's store; empty if the store is not created. */
function firstAgent(planned: readonly DemoSurvey[]): string {
  for (const { plan } of planned)
    for (const unit of plan.views[0]?.units ?? [])
      if (unit.path.length === 4 && unit.path[2] === demoStore.store) return unit.path[3] ?? ''
  return ''
}
