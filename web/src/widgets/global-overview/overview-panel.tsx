import { NativeSelect } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { GlobalOverview } from '@gensvar/contract/entities/global-overview'
import { useLocalText } from '#web/lib/local-text.ts'
import { usePending } from '#web/ui/pending.ts'
import { DataState } from '#web/ui/states/data-state.tsx'
import { Empty } from '#web/ui/states/states.tsx'
import { OverviewBlock, TilePlaceholders } from './overview-block.tsx'
import type { Choose } from './overview-block.tsx'
import { useTexts } from './texts.ts'
import classes from './global-overview.module.css'

interface Props {
  query: Pick<UseQueryResult<GlobalOverview>, 'data' | 'error' | 'isPending' | 'refetch' | 'isPlaceholderData'>
  /** The time span chosen; null is the first one. */
  timeSpan: string | null
  onTimeSpan: (extName: string) => void
  onSelect: Choose
}

/** Figures of several universes over a time span, from which one is chosen. */
export function OverviewPanel({ query, timeSpan, onTimeSpan, onSelect }: Props) {
  const t = useTexts()
  const text = useLocalText()
  const pending = usePending(query)
  return (
    <DataState
      query={query}
      loading={<TilePlaceholders />}
      isEmpty={({ indicatorBlocks }) =>
        indicatorBlocks.every(({ groups }) => groups.every(({ variables }) => variables.length === 0))
      }
      empty={<Empty title={t('empty')}>{t('emptyText')}</Empty>}
    >
      {({ welcomeText, clickText, timeFilters, indicatorBlocks }) => (
        <div className={classes['panel']} {...pending}>
          <header className={classes['intro']}>
            <div>
              <h2 className={classes['welcome']}>{text(welcomeText)}</h2>
              <p className={classes['click']}>{text(clickText)}</p>
            </div>
            {timeFilters.length > 0 && (
              <NativeSelect
                label={t('timeSpan')}
                value={timeSpan ?? timeFilters[0]?.extName}
                onChange={(event) => onTimeSpan(event.currentTarget.value)}
                data={timeFilters.map(({ extName, title }) => ({ value: extName, label: text(title) || extName }))}
              />
            )}
          </header>
          {indicatorBlocks.map((block, index) => (
            <OverviewBlock key={index} block={block} isLoading={query.isPlaceholderData} onSelect={onSelect} />
          ))}
        </div>
      )}
    </DataState>
  )
}
