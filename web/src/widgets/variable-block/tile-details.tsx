import type { IndicatorVariable } from '@gensvar/contract/entities/indicator'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { useChanceWords } from '#web/widgets/chance-sign.tsx'
import { useTexts } from './texts.ts'

/**
 * Details of a tile's figure: what is counted, over which days, its confidence interval, the goal, and what its smaller figures
 * count.
 */
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
      {variable.few !== null && <div>{text(variable.few.long)}</div>}
      {variable.weight === 'near' && <div>{t('nearLong')}</div>}
      {variable.goalTooltip !== null && <div>{text(variable.goalTooltip)}</div>}
      {variable.interviewsTooltip !== null && <div>{text(variable.interviewsTooltip)}</div>}
      {variable.extraVariables.map((extra) => (
        <SmallerFigure key={extra.name} variable={extra} />
      ))}
    </>
  )
}

/** What a smaller figure counts, and that few are behind it where they are. */
function SmallerFigure({ variable: { title, definition, few } }: { variable: IndicatorVariable }) {
  const text = useLocalText()
  const told = [definition, few?.long].map((words) => text(words)).filter((words) => words !== '')
  return told.length === 0 ? null : <div>{`${text(title)}: ${told.join('. ')}`}</div>
}
