import { pickText } from '@gensvar/contract/local-text'
import { Count, say } from '@gensvar/contract/say'
import { dateText, fieldReader } from '#server/domain/cases/case-text.ts'
import { judgementEntity } from '#server/domain/comments/judgement-entity.ts'
import { listComments } from '#server/domain/comments/search-comments.ts'
import { sentimentTitles } from '#server/domain/comments/facets.ts'
import { titleOf } from '#server/domain/indicators/indicator.ts'
import type { ReportCell, ReportColumn } from '#server/domain/reports/report.ts'
import { isDated } from '#server/domain/survey/is-dated.ts'
import { translate } from '#server/platform/translate.ts'
import type { ReportedSections } from '#server/widgets/widget-report.ts'
import { infoTitle, searchOf, textQuestions } from './text-search.ts'
import type { SearchFilters, SearchRequest } from './text-search.ts'

/** Most comments of a file. */
export const mostFileComments = 20_000

/** The comments that a component finds as a table: all of them, as the screen shows them a page at a time. */
export async function commentSections(
  { ctx, access, requested, questions, customerInfo }: SearchRequest,
  filters: SearchFilters,
): Promise<ReportedSections> {
  const { model } = access
  const { locale } = ctx
  const asked = textQuestions(model, questions)
  const hasDates = isDated(model)
  const columns: ReportColumn[] = [
    { title: translate(say`Comment`, locale), kind: 'text', width: 70 },
    { title: translate(say`Sentiment`, locale), kind: 'text' },
    { title: translate(say`Categories`, locale), kind: 'text', width: 30 },
    ...customerInfo.map((name) => ({ title: pickText(infoTitle(model, name), locale), kind: 'text' as const })),
    ...(asked.length > 1 ? [{ title: translate(say`Question`, locale), kind: 'text' as const }] : []),
    ...(hasDates ? [{ title: translate(say`Date`, locale), kind: 'date' as const }] : []),
  ]
  const title = translate(say`Comments`, locale)
  const table = (rows: ReportCell[][], notes: string[]): ReportedSections => ({
    sections: [{ kind: 'table', title, columns, rows, notes }],
    rows: rows.length,
  })
  if (!access.canViewInterviews)
    return table([], [translate(say`This survey is anonymous: comments are not shown.`, locale)])
  const search = searchOf(model, asked, requested.conditions, filters)
  const found = await listComments(ctx, model, access.caseScope, search, mostFileComments + 1)
  const readers = customerInfo.map((name) => fieldReader(model, name, locale))
  const rows = found.slice(0, mostFileComments).map(({ row, question, text, judgement }): ReportCell[] => {
    const known = judgementEntity(model, judgement)
    const saysBoth = known.positive && known.negative
    const sentiment = saysBoth ? translate(say`Mixed`, locale) : sentimentTitles[known.sentiment][locale]
    return [
      { text },
      { text: judgement?.label ? sentiment : '' },
      { text: known.indicator.map((one) => pickText(one.title, locale)).join(', ') },
      ...readers.map((read) => ({ text: read(row) })),
      ...(asked.length > 1 ? [{ text: pickText(titleOf(question), locale) }] : []),
      ...(hasDates ? [{ text: dateText(row.eventDate, locale), value: row.eventDate }] : []),
    ]
  })
  const more = found.length > mostFileComments
  return table(
    rows,
    more ? [translate(say`Only the first ${new Count(mostFileComments)} comments are listed.`, locale)] : [],
  )
}
