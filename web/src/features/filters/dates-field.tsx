import { DateIntervalField } from './date-interval-field.tsx'
import { DateRangeField } from './date-range-field.tsx'
import { DateShortcuts } from './date-shortcuts.tsx'
import type { FieldProps } from './filter-control.ts'
import { RelativePointField } from './relative-point-field.tsx'
import { useTexts } from './texts.ts'

/** Today's date, or its day and month in any year. */
const todayValues = ['today_ymd', 'today_md']

/** The control of a date filter, in each of the forms its settings ask for. */
export function DatesField({ filter, title, filters, rangeAbove }: FieldProps) {
  const t = useTexts()
  const shared = { filter, title, filters }
  const hasForm = filter.today || filter.dateRef || filter.dateInterval || filter.tableDate
  if (!hasForm) return <p className="gv-quiet">{t('noOptions')}</p>
  return (
    <>
      {filter.today && <DateShortcuts name={filter.extName} title={title} values={todayValues} filters={filters} />}
      {filter.dateRef && <RelativePointField {...shared} />}
      {filter.dateInterval && <DateIntervalField {...shared} />}
      {filter.tableDate && !rangeAbove && <DateRangeField name={filter.extName} title={title} filters={filters} />}
    </>
  )
}
