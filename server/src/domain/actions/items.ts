import type { LocalText } from '@gensvar/contract/local-text'
import { say, titled } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { isIndicator, indicatorOf } from '#server/domain/indicators/indicator.ts'
import type { Indicator } from '#server/domain/indicators/indicator.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'

/** What can be acted on: an indicator, and the goals that can be set for it. */
export interface ActionItem {
  /** Name of the indicator. */
  extname: string
  /** Its expression with its rule: what calls name the item by. */
  expression: string
  indicator: Indicator
  /** Least and greatest goal; null for any. */
  goalMin: number | null
  goalMax: number | null
}

const itemsByModel = new WeakMap<SurveyModel, ReadonlyMap<string, ActionItem>>()

/** What the configuration of a survey lets people act on, in its order; without ranks, which are computed from no rows. */
export function actionItems(model: SurveyModel): ActionItem[] {
  return [...itemsOf(model).values()]
}

/** The item of a name; null where the configuration has none (any more). */
export function itemOf(model: SurveyModel, extname: string): ActionItem | null {
  return itemsOf(model).get(extname) ?? null
}

/** The item of an expression, as `actionItems` writes it; null for any other text. */
export function itemWith(model: SurveyModel, expression: string): ActionItem | null {
  return actionItems(model).find((item) => item.expression === expression) ?? null
}

/** What is said of an action whose item the configuration does not have any more. */
export function goneItem(title: LocalText): Words {
  return say`"${titled(title)}" can no longer be acted on.`
}

function itemsOf(model: SurveyModel): ReadonlyMap<string, ActionItem> {
  let items = itemsByModel.get(model)
  if (!items) {
    items = new Map(
      model.config.actions.items.flatMap(({ indicator: name, goalMin = null, goalMax = null }) => {
        // What is wrong in a configuration is told where it is edited.
        if (!isIndicator(model, name)) return []
        const indicator = indicatorOf(model, name)
        if (indicator.expression === null) return []
        const expression = indicator.expression + (indicator.where === null ? '' : ` where ${indicator.where}`)
        return [[name, { extname: name, expression, indicator, goalMin, goalMax }] as const]
      }),
    )
    itemsByModel.set(model, items)
  }
  return items
}
