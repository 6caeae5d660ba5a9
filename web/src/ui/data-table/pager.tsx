import { NativeSelect, Pagination } from '@mantine/core'
import type filters from '#web/locales/en/filters.json'
import { useFormat } from '#web/lib/format.ts'
import { defineTexts } from '#web/lib/texts.ts'
import { allRows } from './page-sizes.ts'
import classes from './pager.module.css'
import { useTexts } from './texts.ts'

const useFilterTexts = defineTexts<typeof filters>('filters')

interface Props {
  /** Page shown, from 0. */
  page: number
  size: number
  /** The page sizes to choose from. */
  sizes: readonly number[]
  total: number
  onPage: (page: number) => void
  onSize: (size: number) => void
}

/** Which rows are shown, how many a page has, and the other pages. */
export function Pager({ page, size, sizes, total, onPage, onSize }: Props) {
  const t = useTexts()
  const format = useFormat()
  const all = useFilterTexts()
  const pages = Math.max(1, Math.ceil(total / size))
  const from = Math.min(page * size + 1, total)
  const to = Math.min((page + 1) * size, total)
  return (
    <nav className={classes['pager']} aria-label={t('pages')}>
      <span className="gv-quiet gv-figures">
        {t('rowsOf', { from: format.number(from), to: format.number(to), total: format.number(total) })}
      </span>
      {sizes.length > 1 && (
        <NativeSelect
          size="xs"
          aria-label={t('rowsPerPage')}
          value={String(size)}
          data={sizes.map((one) => ({
            value: String(one),
            label: one === allRows ? all('all') : t('perPage', { size: one }),
          }))}
          onChange={(event) => onSize(Number(event.currentTarget.value))}
        />
      )}
      <Pagination
        size="sm"
        total={pages}
        value={page + 1}
        onChange={(one) => onPage(one - 1)}
        siblings={1}
        getItemProps={(one) => ({ 'aria-label': t('pageNumber', { page: one }) })}
        getControlProps={(control) => ({ 'aria-label': control === 'next' ? t('nextPage') : t('previousPage') })}
      />
    </nav>
  )
}
