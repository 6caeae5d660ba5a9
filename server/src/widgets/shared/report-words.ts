import { pickText } from '@gensvar/contract/local-text'
import type { LocalText, Locale } from '@gensvar/contract/local-text'
import type { IndicatorVariable } from '@gensvar/contract/entities/indicator'
import { say } from '@gensvar/contract/say'
import type { ReportCell, ReportColumn, ReportTable } from '#server/domain/reports/report.ts'
import { behindCell, behindTitle, chanceText, chanceTitle, toldStatus } from './report-cells.ts'
import { translate } from '#server/platform/translate.ts'

/** A table of indicators as tiles show them: a row each, with value, goal, change and what is behind it. */
export function indicatorTable(title: string, variables: readonly IndicatorVariable[], locale: Locale): ReportTable {
  const text = (of: LocalText | null): string => (of === null ? '' : pickText(of, locale))
  const columns: ReportColumn[] = [
    { title: translate(say`Figure`, locale), kind: 'text', width: 36 },
    { title: translate(say`Value`, locale), kind: 'number' },
    { title: translate(say`Goal`, locale), kind: 'number' },
    { title: translate(say`Change`, locale), kind: 'text' },
    { title: translate(chanceTitle, locale), kind: 'text' },
    { title: translate(say`Compared with`, locale), kind: 'text', width: 28 },
    { title: translate(behindTitle, locale), kind: 'number', decimals: 0 },
    { title: translate(say`Time`, locale), kind: 'text', width: 28 },
  ]
  const all = variables.flatMap((variable) => [variable, ...variable.extraVariables])
  return {
    kind: 'table',
    title,
    columns,
    rows: all.map((one): ReportCell[] => {
      const format = { decimals: one.decimals, ...(one.unit !== null && { suffix: one.unit }) }
      return [
        { text: text(one.title) },
        {
          text: one.formattedValue ?? '',
          value: one.value,
          ...format,
          ...(one.weight === 'few' && { isFew: true }),
          isGoalMet: toldStatus(one),
          ...(one.suppressed && { withheld: text(one.withheld) }),
        },
        { text: one.formattedGoal ?? '', value: one.goalValue, ...format },
        { text: one.formattedDiff ?? '' },
        { text: chanceText(one.chance, locale) },
        { text: one.formattedDiff === null ? '' : text(one.against?.name ?? null) },
        behindCell(one, locale),
        { text: text(one.period) },
      ]
    }),
  }
}
