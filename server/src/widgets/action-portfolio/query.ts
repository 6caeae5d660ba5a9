import type { LocalText } from '@gensvar/contract/local-text'
import { Count, say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { WidgetConfig } from '@gensvar/contract/widgets/index'
import { countActionsByKind } from '#server/domain/actions/count-actions.ts'
import type { ItemCounts } from '#server/domain/actions/count-actions.ts'
import { differenceTexts, shownNumbers, signed, verdictOf } from '#server/domain/actions/effect-text.ts'
import { itemOf } from '#server/domain/actions/items.ts'
import { countedPlaces } from '#server/domain/actions/places-below.ts'
import { meanEffect } from '#server/domain/actions/pool.ts'
import type { EffectInterval } from '#server/domain/actions/pool.ts'
import type { Indicator } from '#server/domain/indicators/indicator.ts'
import { localWords } from '#server/domain/indicators/local-words.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import type { WidgetRequest, WidgetServer } from '#server/widgets/widget-server.ts'

type Request = WidgetRequest<WidgetConfig<'action-portfolio'>>
type Row = Awaited<ReturnType<WidgetServer<'action-portfolio'>['data']>>['rows'][number]

const noEffect = { difference: null, low: null, high: null, formattedDifference: null, formattedInterval: null }

/** Actions of the request's place and all below it, by item and kind, with the mean of what they changed. */
export const actionPortfolio: WidgetServer<'action-portfolio'> = {
  async data(request) {
    const { ctx, access, requested } = request
    const why = reasonToWithhold(access)
    if (why) return { rows: [], withheld: localWords(why) }
    const counts = await countActionsByKind(ctx.db, access.model.id, countedPlaces(access, requested))
    const rows = counts.map((count) => rowOf(request, count))
    return { rows: rows.toSorted((a, b) => b.gain - a.gain).map(({ row }) => row), withheld: null }
  },
}

/** Effects are of all answers of a place and of those beside it, so not of the answers that some filter leaves. */
function reasonToWithhold({ model, compareScope }: SurveyAccess): Words | null {
  if (model.anonymity !== null) return say`This survey is anonymous: effects are not shown.`
  return compareScope.own.length > 0 ? say`Your rights are limited by filters: effects are not shown.` : null
}

/** A row, and how much it is for the better; measured ones go first. */
function rowOf({ ctx, access: { model } }: Request, counts: ItemCounts): { row: Row; gain: number } {
  const { extname, kind, open, completed, failed } = counts
  const indicator = itemOf(model, extname)?.indicator ?? null
  const effect =
    indicator && meanEffect(counts.effects.map(([difference, standardError]) => ({ difference, standardError })))
  const shared = {
    extname,
    title: indicator?.title ?? extname,
    kind,
    kindTitle: kind === null ? null : kindTitle(model, kind),
    ...{ nOpen: open, nCompleted: completed, nFailed: failed },
  }
  if (!indicator || !effect) {
    const why = indicator
      ? say`Too few answers to say what they changed.`
      : say`"${extname}" can no longer be acted on.`
    return { row: { ...shared, nMeasured: 0, verdict: 'few', ...noEffect, text: localWords(why) }, gain: -Infinity }
  }
  const row: Row = {
    ...shared,
    nMeasured: counts.effects.length,
    verdict: verdictOf(effect, indicator),
    ...shownNumbers(effect, indicator),
    ...differenceTexts(effect, indicator, ctx.locale),
    text: localWords(meanWords(effect, counts.effects.length, indicator)),
  }
  return { row, gain: indicator.inverse ? -effect.difference : effect.difference }
}

function kindTitle({ config }: SurveyAccess['model'], kind: string): LocalText {
  return config.actions.kinds.find(({ extname }) => extname === kind)?.title ?? kind
}

function meanWords(effect: EffectInterval, measured: number, indicator: Indicator): Words {
  const shown = signed(effect.difference, indicator)
  const interval = say`${signed(effect.low, indicator)} to ${signed(effect.high, indicator)}`
  const count = new Count(measured)
  switch (verdictOf(effect, indicator)) {
    case 'helped':
      return say`On average the change is better than in comparable units: ${shown} (95 % interval ${interval}). Measured actions: ${count}.`
    case 'worse':
      return say`On average the change is worse than in comparable units: ${shown} (95 % interval ${interval}). Measured actions: ${count}.`
    default:
      return say`On average the change differs from that in comparable units by ${shown} (95 % interval ${interval}), which can be chance. Measured actions: ${count}.`
  }
}
