import { pickText } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { ReportCell, ReportTable } from '#server/domain/reports/report.ts'
import { translate } from '#server/platform/translate.ts'
import { behindCell, behindTitle, chanceText, chanceTitle, withheldCell } from '#server/widgets/shared/report-cells.ts'
import type { WidgetReportOf } from '#server/widgets/widget-report.ts'
import { benchmark } from './query.ts'

/** Indicators beside their base as a table. */
export const benchmarkReport: WidgetReportOf<'benchmark'> = {
  async sections(request) {
    const { locale } = request.ctx
    const { rows, baseTitle, withheld } = await benchmark.data(request, {})
    const { title, against } = request.config
    const isPool = against === 'pool'
    const of = rows.flatMap(({ pool }) =>
      pool
        ? [
            `${pickText(pool.organisations, locale)}, ${pickText(pool.period, locale)}`,
            ...(pool.withheld ? [pickText(pool.withheld, locale)] : []),
          ]
        : [],
    )
    const table: ReportTable = {
      kind: 'table',
      title: title ? pickText(title, locale) : translate(say`Comparison`, locale),
      columns: [
        { title: translate(say`Figure`, locale), kind: 'text', width: 36 },
        { title: translate(say`Value`, locale), kind: 'number' },
        { title: pickText(baseTitle, locale), kind: 'number', width: 20 },
        ...(isPool
          ? [
              { title: translate(say`Median of the others`, locale), kind: 'number' as const },
              { title: translate(say`Lower quartile`, locale), kind: 'number' as const },
              { title: translate(say`Upper quartile`, locale), kind: 'number' as const },
            ]
          : []),
        { title: translate(say`Difference`, locale), kind: 'text' },
        { title: translate(chanceTitle, locale), kind: 'text' },
        { title: translate(behindTitle, locale), kind: 'number', decimals: 0 },
        { title: translate(say`Time`, locale), kind: 'text', width: 28 },
      ],
      rows: rows.map((row): ReportCell[] => {
        const format = { decimals: row.decimals, ...(row.unit !== null && { suffix: row.unit }) }
        const isFew = row.weight === 'few' && { isFew: true }
        return [
          { text: pickText(row.title, locale) },
          row.suppressed
            ? withheldCell(row.withheld && pickText(row.withheld, locale), locale)
            : { text: row.formattedValue ?? '', value: row.value, ...format, ...isFew },
          row.base === null && row.baseWithheld
            ? withheldCell(pickText(row.baseWithheld, locale), locale)
            : { text: row.formattedBase ?? '', value: row.base, ...format },
          ...(isPool
            ? [
                { text: row.pool?.formattedMedian ?? '', value: row.pool?.median ?? null, ...format },
                { text: row.pool?.formattedLower ?? '', value: row.pool?.lower ?? null, ...format },
                { text: row.pool?.formattedUpper ?? '', value: row.pool?.upper ?? null, ...format },
              ]
            : []),
          { text: row.formattedDiff ?? '' },
          { text: chanceText(row.chance, locale) },
          behindCell(row, locale),
          { text: row.period ? pickText(row.period, locale) : '' },
        ]
      }),
      notes: withheld ? [pickText(withheld, locale)] : [...new Set(of)],
    }
    return { sections: [table], rows: null }
  },
}
