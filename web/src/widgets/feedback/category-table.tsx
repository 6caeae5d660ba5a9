import { useMemo } from 'react'
import type { TextCategory } from '@gensvar/contract/entities/text-analytics'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import type { PlainColumn } from '#web/ui/data-table/columns.ts'
import { PlainTable } from '#web/ui/data-table/plain-table.tsx'
import { NoValue } from '#web/ui/no-value.tsx'
import { shownSentiments } from './sentiments.ts'
import { SplitFigure } from './split-bar.tsx'
import { useTexts } from './texts.ts'
import type { CommentFilters } from './use-comments-address.ts'

interface Props {
  label: string
  categories: readonly TextCategory[]
  addressOf: (filters: CommentFilters) => string | null
}

/** Categories with their figures as a table. */
export function CategoryTable({ label, categories, addressOf }: Props) {
  const t = useTexts()
  const text = useLocalText()
  const format = useFormat()
  const columns = useMemo(
    (): PlainColumn<TextCategory>[] => [
      { id: 'category', title: t('category'), naming: true, cell: ({ title }) => text(title) },
      {
        id: 'comments',
        title: t('commentsColumn'),
        align: 'right',
        cell: ({ nComments, withheld }) =>
          nComments === null ? <NoValue why={text(withheld)} /> : format.number(nComments),
      },
      ...shownSentiments.map((sentiment): PlainColumn<TextCategory> => ({
        id: sentiment,
        title: t(sentiment),
        align: 'right',
        cell: (category) => (
          <SplitFigure
            split={category}
            sentiment={sentiment}
            href={addressOf({ sentiment, category: category.extName })}
            isPlain
          />
        ),
      })),
    ],
    [t, text, format, addressOf],
  )
  return <PlainTable isWide label={label} columns={columns} rows={categories} keyOf={({ extName }) => extName} />
}
