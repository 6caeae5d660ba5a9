import type { IndicatorVariable } from '@gensvar/contract/entities/indicator'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { useChanceWords } from '#web/widgets/chance-sign.tsx'
import { useTexts } from './texts.ts'

/** Details of a tile's figure: what is counted, over which days, its confidence interval, and the goal. */
export function TileDetails({ variable }: { variable: IndicatorVariable }) {
  const t = useTexts()
  const text = useLocalText()
  const format = useFormat()
  const { low, high, decimals } = variable
  const chance = useChanceWords(variable.chance, decimals)
  return (
    <>
      {variable.definition !== null && <div>{text(variable.definition)}</div>}
      {variable.period !== null && <div>{text(variable.period)}</div>}
      {low !== null && high !== null && (
        <div>{t('interval', { low: format.number(low, decimals), high: format.number(high, decimals) })}</div>
      )}
      {chance !== null && <div>{chance}</div>}
      {variable.baseWithheld !== null && <div>{text(variable.baseWithheld)}</div>}
      {variable.weight === 'few' && <div>{t('fewLong', { min: format.number(variable.lowBase) })}</div>}
      {variable.weight === 'near' && <div>{t('nearLong')}</div>}
      {variable.goalTooltip !== null && <div>{text(variable.goalTooltip)}</div>}
      {variable.interviewsTooltip !== null && <div>{text(variable.interviewsTooltip)}</div>}
    </>
  )
}
