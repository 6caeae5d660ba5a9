import { IconChevronRight } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { EVENT_DATE } from '@gensvar/contract/conditions'
import { decodeDateFilter } from '@gensvar/contract/date-filters'
import type { Filter, FilterGroup } from '@gensvar/contract/entities/survey'
import type { LocalText } from '@gensvar/contract/local-text'
import { parsePeriodName } from '@gensvar/contract/periods'
import { useLocalText } from '#web/lib/local-text.ts'
import { useAnonymousVocabulary } from '#web/lib/vocabulary.ts'
import { areComparable } from './comparable-dates.ts'
import { DateRangeField } from './date-range-field.tsx'
import { DateShortcuts } from './date-shortcuts.tsx'
import { EarlierPeriods } from './earlier-periods.tsx'
import { prepareFields } from './field-named.tsx'
import { filterControls } from './filter-controls.ts'
import { FilterField } from './filter-field.tsx'
import classes from './filter-group.module.css'
import { dateFilterOf } from './filter-sets.ts'
import { useTexts } from './texts.ts'
import type { Filters } from './use-filters.ts'
import { choosesPeriod, useOfferedPeriods, usePeriodName } from './use-period.ts'

interface FoldProps {
  title: string
  level: 3 | 4
  openAtStart: boolean
  /** Something inside is active: the heading shows it while collapsed. */
  active: boolean
  children: ReactNode
}

/** A part of the sidebar that opens under its heading. */
function Fold({ title, level, openAtStart, active, children }: FoldProps) {
  const t = useTexts()
  const id = useId()
  const [open, setOpen] = useState(openAtStart)
  const Heading = level === 3 ? 'h3' : 'h4'
  return (
    <section className={classes['fold']} data-level={level}>
      <Heading className={classes['heading']}>
        <button
          type="button"
          className={classes['toggle']}
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onPointerEnter={prepareFields}
          onFocus={prepareFields}
          onClick={() => setOpen(!open)}
        >
          <IconChevronRight size={16} aria-hidden="true" className={classes['chevron']} />
          <span className={classes['title']}>{title}</span>
          {active && <span className={classes['dot']} role="img" aria-label={t('active')} />}
        </button>
      </Heading>
      {open && (
        <div id={id} className={classes['content']}>
          {children}
        </div>
      )}
    </section>
  )
}

interface Props {
  group: FilterGroup
  filters: Filters
  /** The page's own period, which applies while no filter on the date is chosen. */
  interval: string | null
  /** A filter that was rejected because no more can be combined. */
  refused: string | null
}

/**
 * A group of filters. It has a heading unless it is ungrouped, and starts open if it is expanded or something in it is
 * active. Its filters collapse one by one unless it is flattened or has only one.
 */
export function FilterGroupSection({ group, filters, interval, refused }: Props) {
  const text = useLocalText()
  const t = useTexts()
  const vocabulary = useAnonymousVocabulary()
  const { latestYear } = useOfferedPeriods()
  const periodName = usePeriodName()
  const title = choosesPeriod(group) ? periodName(group) : text(group.title) || group.key
  const dateName = dateFilterOf(group)
  const names = group.filters.map((filter) => filter.extName)
  const offersDates = group.quickSelect.length > 0 || group.userSelectableRange
  if (offersDates && !names.includes(dateName)) names.push(dateName)
  const dates = dateName === EVENT_DATE && offersDates ? decodeDateFilter(textOf(filters, dateName)) : null
  // An anonymous survey offers many past periods; they are in a list.
  const earlier = vocabulary === null ? [] : group.quickSelect.filter((value) => parsePeriodName(value) !== null)
  const active = names.some((name) => filters.find(name) !== undefined)
  const flat = group.flatten || group.filters.length === 1
  const content = (
    <div className={classes['filters']}>
      {group.quickSelect.length > 0 && (
        <DateShortcuts
          name={dateName}
          title={t('shortcuts')}
          values={group.quickSelect.filter((value) => !earlier.includes(value))}
          filters={filters}
          fallback={dateName === EVENT_DATE ? interval : null}
          latestYear={latestYear}
        />
      )}
      {earlier.length > 0 && <EarlierPeriods name={dateName} values={earlier} filters={filters} />}
      {group.userSelectableRange && <DateRangeField name={dateName} title={title} filters={filters} />}
      {dates !== null && !areComparable(dates) && <p className={classes['help']}>{t('comparisonHelp')}</p>}
      {group.filters.map((filter) => (
        <FilterEntry
          key={filter.extName}
          filter={filter}
          filters={filters}
          flat={flat}
          groupTitle={title}
          titled={group.ungrouped || group.filters.length > 1 || titleOfFilter(filter, title, text) !== title}
          rangeAbove={group.userSelectableRange && filter.extName === dateName}
          refused={refused === filter.extName ? t('tooMany', { count: vocabulary?.most ?? 1 }) : null}
        />
      ))}
    </div>
  )
  if (group.ungrouped) return <div className={classes['ungrouped']}>{content}</div>
  return (
    <Fold title={title} level={3} openAtStart={group.expanded || active} active={active}>
      {content}
    </Fold>
  )
}

function titleOfFilter(filter: Filter, groupTitle: string, text: (title: LocalText) => string): string {
  return filter.extName === EVENT_DATE ? groupTitle : text(filter.title) || filter.extName
}

function textOf(filters: Filters, name: string): string {
  return filters.find(name)?.values[0]?.text ?? ''
}

interface EntryProps {
  filter: Filter
  filters: Filters
  /** The filter on the event date is called as its group. */
  groupTitle: string
  flat: boolean
  /** True if the filter's title differs from the group's. */
  titled: boolean
  rangeAbove: boolean
  /** Why the filter was not set; null if it was. */
  refused: string | null
}

function FilterEntry({ filter, filters, groupTitle, flat, titled, rangeAbove, refused }: EntryProps) {
  const text = useLocalText()
  const title = titleOfFilter(filter, groupTitle, text)
  const active = filters.find(filter.extName) !== undefined
  const field = (
    <>
      <FilterField filter={filter} title={title} filters={filters} rangeAbove={rangeAbove} />
      <div role="status">{refused !== null && <p className={classes['refused']}>{refused}</p>}</div>
    </>
  )
  if (!flat) {
    return (
      <Fold title={title} level={4} openAtStart={active} active={active}>
        {field}
      </Fold>
    )
  }
  return (
    <div>
      {titled && !filterControls[filter.kind].showsTitle && <h4 className={classes['filterTitle']}>{title}</h4>}
      {field}
    </div>
  )
}
