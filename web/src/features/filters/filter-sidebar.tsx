import { ActionIcon, Button, Tabs, Tooltip } from '@mantine/core'
import { IconLayoutSidebarRightCollapse } from '@tabler/icons-react'
import { useState } from 'react'
import type { FilterSet } from '@gensvar/contract/entities/survey'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { Loading } from '#web/ui/states/loading.tsx'
import { FilterGroupSection } from './filter-group.tsx'
import { eventDateNames, useFilterGroups } from './filter-sets.ts'
import classes from './filter-sidebar.module.css'
import { PublishedNotes } from './published-notes.tsx'
import { SavedFilters } from './saved-filters.tsx'
import { useTexts } from './texts.ts'
import { useFilters } from './use-filters.ts'
import { allTime } from './use-period.ts'
import { usePublishedFilters } from './use-published-filters.ts'

const types: readonly FilterSet['type'][] = ['standard', 'time']

interface Props {
  /** The period of the page shown (`last_3m`), which applies while no filter on the date is chosen. */
  interval?: string | null
  /** Folds the sidebar; absent in a drawer, which closes by itself. */
  onHide?: () => void
}

/** The filters of the survey, in the tabs Standard and Time; every choice goes directly into the URL. */
export function FilterSidebar({ interval = null, onHide }: Props) {
  const t = useTexts()
  const published = usePublishedFilters(useFilters(), interval)
  const { filters, refused } = published
  const groups = useFilterGroups()
  const [tab, setTab] = useState<FilterSet['type']>('standard')
  const dateNames = eventDateNames(groups)
  const ownPeriod = filters.active.some((token) => dateNames.has(token.name)) ? null : (interval ?? allTime)
  const { isDated } = useSurveyStart().survey
  const shownTypes = types.filter((type) => type !== 'time' || isDated || groups.time.length > 0)
  const titles = { standard: t('standard'), time: t('time') }
  if (!filters.ready) return <Loading height={320} />
  return (
    <div className={classes['sidebar']}>
      <div className={classes['head']}>
        <SavedFilters filters={filters} />
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          className={classes['clear']}
          disabled={filters.active.length === 0}
          onClick={() => filters.replaceAll([])}
        >
          {t('clearAll')}
        </Button>
        {onHide !== undefined && (
          <Tooltip label={t('hide')}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={32}
              aria-label={t('hide')}
              className={classes['hide']}
              onClick={onHide}
            >
              <IconLayoutSidebarRightCollapse size={18} stroke={1.75} aria-hidden="true" />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      <PublishedNotes {...published} />
      <Tabs value={tab} onChange={(value) => setTab(value === 'time' ? 'time' : 'standard')}>
        {shownTypes.length > 1 && (
          <Tabs.List grow aria-label={t('filters')}>
            {shownTypes.map((type) => (
              <Tabs.Tab key={type} value={type}>
                {titles[type]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        )}
        {shownTypes.map((type) => (
          <Tabs.Panel key={type} value={type}>
            {groups[type].length === 0 && <p className={classes['none']}>{t('noFilters')}</p>}
            {groups[type].map((group) => (
              <FilterGroupSection
                key={group.key}
                group={group}
                filters={filters}
                interval={ownPeriod}
                refused={refused}
              />
            ))}
          </Tabs.Panel>
        ))}
      </Tabs>
    </div>
  )
}
