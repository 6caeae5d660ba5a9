import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { loadUnitTree } from '#server/domain/survey/unit-tree.ts'
import { rowMeets } from '#server/domain/rights/row-check.ts'
import { accessOfUser } from '#server/domain/rights/user-access.ts'
import type { WriteTx } from '#server/domain/write.ts'
import type { CaseRow } from '#server/domain/cases/case-query.ts'
import { findMentioned } from './mention-store.ts'
import { noticesByRole, rulesByRole } from './role-notices.ts'
import { tellUsers } from './tell.ts'
import type { TellContext } from './tell.ts'

/** An alert that changed hands, or is opened again. */
export interface ChangedAlert {
  id: number
  /** Its version after the change. */
  version: number
  ownerId: number | null
}

/** Tells owners of alerts that somebody gave them, escalated to them or opened again, except whoever did it. */
export function noticeOfAlerts(
  tx: WriteTx<TellContext>,
  model: Pick<SurveyModel, 'id' | 'universeId'>,
  event: 'alert-assigned' | 'alert-escalated' | 'alert-reopened' | 'alert-reminder',
  alerts: readonly ChangedAlert[],
): Promise<void> {
  const tellings = alerts.flatMap(({ id, version, ownerId }) =>
    ownerId === null || isWhoActs(tx, ownerId) ? [] : { userId: ownerId, objectId: id, occurrence: String(version) },
  )
  return tellUsers(tx, model, { event, kind: 'alert' }, tellings)
}

/** Owners that get more alerts than this at once are told in one notice. */
const mostSingly = 10

/** Alerts that are being raised, gathered so that an owner of many is told once. */
export class RaisedNotices {
  private readonly ofOwner = new Map<number, { count: number; ids: number[]; rules: Set<string> }>()

  /** Adds an alert that was raised. */
  add({ id, rule, ownerId }: { id: number; rule: string; ownerId: number | null }): void {
    if (ownerId === null) return
    const some = this.ofOwner.get(ownerId) ?? { count: 0, ids: [], rules: new Set() }
    some.count++
    some.rules.add(rule)
    if (some.ids.length < mostSingly) some.ids.push(id)
    this.ofOwner.set(ownerId, some)
  }

  /** Tells the owners; all alerts were raised at the moment `at`. */
  async tell(tx: WriteTx<TellContext>, model: Pick<SurveyModel, 'id' | 'universeId'>, at: Date): Promise<void> {
    const [many, few] = [...this.ofOwner].reduce<[[number, number[]][], [number, number[]][]]>(
      ([more, fewer], [userId, { count, ids }]) =>
        count > mostSingly ? [[...more, [userId, ids]], fewer] : [more, [...fewer, [userId, ids]]],
      [[], []],
    )
    const event = 'alert-raised'
    await tellUsers(
      tx,
      model,
      { event, kind: 'alert' },
      few.flatMap(([userId, ids]) => ids.map((objectId) => ({ userId, objectId }))),
    )
    const userIds = many.map(([userId]) => userId)
    const isToldOf = await rulesByRole(tx.db, model, { userIds, allowed: await noticesByRole(tx.db, model, userIds) })
    const isTold = (userId: number): boolean =>
      [...(this.ofOwner.get(userId)?.rules ?? [])].some((rule) => isToldOf(userId, rule))
    await tellUsers(
      tx,
      model,
      { event, kind: 'alerts' },
      userIds.filter(isTold).map((userId) => ({ userId, objectId: 0, occurrence: at.toISOString() })),
    )
  }
}

/** A user name after an at sign, which may be an address. What follows a sentence is no part of it. */
const mention = /(?<![\p{L}\p{N}.])@([\p{L}\p{N}][\p{L}\p{N}._%+-]*(?:@[\p{L}\p{N}.-]+)?)/gu
/** Most people that one comment mentions. */
const mostMentioned = 20

/**
 * Tells those whom a comment on an alert mentions by `@username` and who may open that alert. Other names stay text:
 * nobody learns whether there is such a user.
 */
export async function noticeOfMentions(
  tx: WriteTx<TellContext>,
  model: SurveyModel,
  alert: { id: number; version: number; response: CaseRow },
  comment: string,
): Promise<void> {
  const names = new Set([...comment.matchAll(mention)].map(([, name = '']) => name.replace(/[.-]+$/, '').toLowerCase()))
  if (names.size === 0) return
  const candidates = await findMentioned(tx.db, model.universeId, [...names].slice(0, mostMentioned))
  if (candidates.length === 0) return
  const tree = await loadUnitTree(tx, model)
  const told: number[] = []
  for (const userId of candidates) {
    if (isWhoActs(tx, userId)) continue
    const access = await accessOfUser(tx, { model, tree }, userId)
    if (!access?.canViewInterviews) continue
    if (access.caseScope.conditions.every((one) => rowMeets(alert.response, one, model, tree))) told.push(userId)
  }
  await tellUsers(
    tx,
    model,
    { event: 'mention', kind: 'alert' },
    told.map((userId) => ({ userId, objectId: alert.id, occurrence: String(alert.version) })),
  )
}

function isWhoActs({ identity }: Pick<TellContext, 'identity'>, userId: number): boolean {
  return identity !== null && identity.program === null && [identity.userId, identity.actor?.userId].includes(userId)
}
