import type { Ctx } from '#server/domain/context.ts'
import type { RequestedPath } from '#server/domain/paths/request-conditions.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import type { ActionItem } from './items.ts'

/** The caller, and what they may see of the survey. */
export interface SuggestRequest {
  ctx: Ctx
  access: SurveyAccess
}

/** How much an item moves the main indicator: the larger, the more; better answers to it are a positive size. */
export interface ItemEffect {
  size: number
  /** A size somebody set for the place, or points of the main indicator for each point or each tenth of its scale that it is better. */
  kind: 'block' | 'point' | 'tenth'
  /** How much of the item's figure a step is; null for one that was set. */
  per: number | null
  /** Answers behind it; null for one that was set. */
  n: number | null
}

/** Where the effects of items at a place come from. */
export interface EffectSource {
  /**
   * The effects by extname of the item; without those that have none. Null where the source says nothing at this place,
   * and another one is asked.
   */
  effectsAt(
    request: SuggestRequest,
    place: RequestedPath,
    items: readonly ActionItem[],
  ): Promise<ReadonlyMap<string, ItemEffect> | null>
}
