import { Button, Select } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { EVENT_DATE } from '@gensvar/contract/conditions'
import { withoutFilter } from '@gensvar/contract/path-steps'
import { useFilterTitle, useServedTitles } from '#web/lib/filter-titles.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { EditsDraftContext, openFilterSidebar } from '#web/lib/path-draft.ts'
import { useChangePath, usePlace } from '#web/lib/place.ts'
import { segmentsQuery } from '#web/lib/segments.ts'
import { Chip } from '#web/ui/chip.tsx'
import { notifyError } from '#web/ui/notify.tsx'
import { useTexts } from '#web/widgets/campaign/texts.ts'
import classes from './editor.module.css'

/** The people of a campaign: their place, and the filters, which the sidebar changes. */
export function FiltersTab() {
  return (
    <EditsDraftContext value={true}>
      <DraftOfPath />
    </EditsDraftContext>
  )
}

function DraftOfPath() {
  const t = useTexts()
  const text = useLocalText()
  const place = usePlace()
  const change = useChangePath()
  const titleOf = useFilterTitle()
  const served = useServedTitles()
  const { data } = useQuery(segmentsQuery(place.survey, place.drillPath))
  const go = (path: Parameters<typeof change>[0]) => void change(path).catch(notifyError)
  const segments = data?.segments ?? []
  const children = (segments.at(-1)?.children ?? []).filter(({ accessAllowed }) => accessAllowed)
  const { view, place: levels, filters } = place
  const titleIn = (name: string): string => (name === EVENT_DATE ? t('eventDate') : titleOf(name) || name)
  const wordsOf = (name: string, values: readonly { text: string }[]): string => {
    const options = served.find((one) => one.name === name)?.options
    // What is written as in an address, such as an interval of dates, says nothing here; the filters beside show it.
    return values
      .filter(({ text: written }) => !written.includes('_'))
      .map((value) => text(options?.find((one) => one.extName === value.text)?.title) || value.text)
      .join(', ')
  }
  return (
    <div className={classes['group']}>
      <p className="gv-quiet">{t('filtersHelp')}</p>
      <ul className={classes['path']} aria-label={t('place')}>
        {segments.map(({ path, text: name }, at) => (
          <li key={path}>
            <Button
              size="compact-sm"
              variant={at === segments.length - 1 ? 'light' : 'subtle'}
              aria-current={at === segments.length - 1 || undefined}
              onClick={() => go(path)}
            >
              {name}
            </Button>
          </li>
        ))}
        {children.length > 0 && (
          <li>
            <Select
              size="xs"
              searchable
              aria-label={t('toBelow')}
              placeholder={t('toBelow')}
              data={children.map(({ path, text: name }) => ({ value: path, label: name }))}
              value={null}
              onChange={(path) => path !== null && go(path)}
            />
          </li>
        )}
      </ul>
      <ul className={classes['path']} aria-label={t('filters')}>
        {filters.length === 0 && <li className="gv-quiet">{t('noFilters')}</li>}
        {filters.map(({ name, values }) => (
          <li key={name}>
            <Chip
              tone="accent"
              label={titleIn(name)}
              onRemove={() => go(withoutFilter({ view, place: levels, filters }, name))}
            >
              {[titleIn(name), wordsOf(name, values)].filter((part) => part !== '').join(': ')}
            </Chip>
          </li>
        ))}
      </ul>
      <div>
        <Button
          variant="default"
          leftSection={<IconFilter size={16} aria-hidden="true" />}
          onClick={() => openFilterSidebar()}
        >
          {t('openFilters')}
        </Button>
      </div>
    </div>
  )
}
