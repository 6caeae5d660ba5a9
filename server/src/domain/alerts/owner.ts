import type { Condition } from '@gensvar/contract/conditions'
import { rowMeets } from '#server/domain/rights/row-check.ts'
import type { AccessContext, SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { accessOfUser } from '#server/domain/rights/user-access.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { Unit, UnitTree } from '#server/domain/survey/unit-tree.ts'
import { mayHandleAlerts } from './alert-rights.ts'
import type { AlertRule } from './alert-rule.ts'
import { findUserIds, readAnsweredRows } from './owner-store.ts'

/** Where owners are looked for: from a level of the hierarchy upwards, then whoever the rule names. */
export type OwnerSearch = Partial<Pick<AlertRule, 'owner' | 'defaultOwner'>>

/** A response that needs an owner: where it is. */
export interface OwnedResponse {
  id: number
  unitIds: readonly number[]
}

type OwnerContext = Pick<AccessContext, 'db' | 'clock'>

/**
 * Finds who gets alerts: the owner of the unit of a level, else of the nearest unit above, else the default owner. An
 * owner has access to the survey, handles alerts and sees the response; others are passed over. One of these is made for
 * some work, because what users may see is read once.
 */
export class AlertOwners {
  private readonly ctx: OwnerContext
  private readonly model: SurveyModel
  private readonly tree: UnitTree
  private readonly accesses = new Map<number, SurveyAccess | null>()
  private readonly seen = new Map<string, boolean>()
  private defaults: ReadonlyMap<string, number> | null = null

  constructor(ctx: OwnerContext, model: SurveyModel, tree: UnitTree) {
    this.ctx = ctx
    this.model = model
    this.tree = tree
  }

  /** The user who gets each response's alert, in the order given; null for nobody. */
  async find(wanted: readonly { response: OwnedResponse; search: OwnerSearch }[]): Promise<(number | null)[]> {
    const found: { response: OwnedResponse; candidates: readonly number[] }[] = []
    for (const { response, search } of wanted)
      found.push({ response, candidates: await this.candidates(response, search) })
    for (const userId of new Set(found.flatMap(({ candidates }) => candidates))) await this.access(userId)
    const demanding = found.filter(({ candidates }) => candidates.some((userId) => this.needsAnswers(userId)))
    const rows = await readAnsweredRows(
      this.ctx.db,
      demanding.map(({ response }) => response.id),
    )
    return found.map(({ response, candidates }) => {
      const row = rows.get(response.id) ?? { state: 0, eventDate: '', answers: {}, unitIds: response.unitIds }
      return candidates.find((userId) => this.handles(userId, row)) ?? null
    })
  }

  /** Who is asked, in order. */
  private async candidates({ unitIds }: OwnedResponse, { owner, defaultOwner }: OwnerSearch): Promise<number[]> {
    const users = this.ownersAbove(unitIds, owner)
    if (defaultOwner !== undefined) {
      this.defaults ??= await this.readDefaults()
      const userId = this.defaults.get(defaultOwner)
      if (userId !== undefined) users.push(userId)
    }
    return users
  }

  /** Owners of the units of a response, from a level upwards; from its own unit without a level. */
  private ownersAbove(unitIds: readonly number[], level: string | undefined): number[] {
    const { views } = this.model
    const at =
      level === undefined
        ? 0
        : Math.max(
            0,
            views.findIndex(({ levels }) => levels.includes(level)),
          )
    const depth = level === undefined ? undefined : (views[at]?.levels.indexOf(level) ?? -1) + 1
    const lineage = this.tree.lineage(unitIds[at]).slice(0, depth)
    return lineage
      .map((id) => this.tree.unit(id))
      .filter((unit): unit is Unit => unit !== undefined)
      .flatMap(({ ownerUserId }) => ownerUserId ?? [])
      .toReversed()
  }

  private readDefaults(): Promise<ReadonlyMap<string, number>> {
    const names = this.model.config.alerts.flatMap(({ defaultOwner }) => defaultOwner ?? [])
    return findUserIds(this.ctx.db, names)
  }

  private async access(userId: number): Promise<void> {
    if (this.accesses.has(userId)) return
    const access = await accessOfUser(this.ctx, { model: this.model, tree: this.tree }, userId)
    this.accesses.set(userId, access)
  }

  /** Whether more than its place decides if a user sees a response. */
  private needsAnswers(userId: number): boolean {
    const access = this.accesses.get(userId)
    return access ? !access.caseScope.conditions.every(isPlace) : false
  }

  private handles(userId: number, row: Parameters<typeof rowMeets>[0]): boolean {
    const access = this.accesses.get(userId)
    if (!access || !mayHandleAlerts(access)) return false
    const meets = (): boolean =>
      access.caseScope.conditions.every((condition) => rowMeets(row, condition, this.model, this.tree))
    if (this.needsAnswers(userId)) return meets()
    const key = `${userId} ${row.unitIds.join(' ')}`
    let sees = this.seen.get(key)
    if (sees === undefined) this.seen.set(key, (sees = meets()))
    return sees
  }
}

function isPlace(condition: Condition): boolean {
  return condition.kind === 'unit' || (condition.kind === 'any' && condition.of.every(isPlace))
}
