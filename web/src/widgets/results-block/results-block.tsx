import { useState } from 'react'
import type { SummaryResults } from '@gensvar/contract/entities/summary-results'
import { useLocalText } from '#web/lib/local-text.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { Empty } from '#web/ui/states/states.tsx'
import { WidgetFrame } from '#web/widgets/widget-frame.tsx'
import type { WidgetProps } from '#web/widgets/widget-props.ts'
import { useWidgetData } from '#web/widgets/widget-query.ts'
import { hasRows, menuOf } from './prepare.ts'
import classes from './results-block.module.css'
import { BusinessDrivers } from './business-drivers.tsx'
import type { DriversQuery } from './business-drivers.tsx'
import { ResultsTable } from './results-table.tsx'
import { useTexts } from './texts.ts'

/** The survey's groups of questions: drivers, loyalty and each result group, with change, goal and status. */
export function ResultsBlock({ config }: WidgetProps<'results-block'>) {
  const t = useTexts()
  const text = useLocalText()
  const query = useWidgetData('results-block', 'data', config.id, {})
  const hasDrivers = query.data !== undefined && hasRows({ groups: query.data.driverGroups })
  const drivers = useWidgetData('results-block', 'drivers', config.id, {}, { enabled: hasDrivers })
  return (
    <WidgetFrame
      query={{ ...query, isPlaceholderData: query.isPlaceholderData || drivers.isPlaceholderData }}
      title={text(config.title) || undefined}
      height={320}
      isEmpty={(data) => !menuOf(data).some(hasRows)}
      empty={<Empty title={t('empty')} />}
    >
      {(data) => <Results data={data} drivers={drivers} />}
    </WidgetFrame>
  )
}

function Results({ data, drivers }: { data: SummaryResults; drivers: DriversQuery }) {
  const t = useTexts()
  const text = useLocalText()
  const { isDated } = useSurveyStart().survey
  const menu = menuOf(data)
  const [chosen, setChosen] = useState<string | null>(null)
  // Until a choice is made, the first entry that has something to show.
  const entry = menu.find((one) => one.key === chosen) ?? menu.find(hasRows)
  const labelOf = (label: (typeof menu)[number]['label']) =>
    label === 'drivers' || label === 'loyalty' ? t(label) : text(label)
  if (!entry) return null
  return (
    <div className={classes['room']}>
      <div className={classes['layout']}>
        <ul className={classes['menu']} aria-label={t('menu')}>
          {menu.map((one) => (
            <li key={one.key}>
              <button
                type="button"
                className={classes['entry']}
                aria-pressed={one === entry}
                onClick={() => setChosen(one.key)}
              >
                {labelOf(one.label)}
              </button>
            </li>
          ))}
        </ul>
        {hasRows(entry) ? (
          <div className={classes['entryContent']}>
            {entry.label === 'drivers' && <BusinessDrivers query={drivers} groups={entry.groups} />}
            <ResultsTable
              key={entry.key}
              label={labelOf(entry.label)}
              groups={entry.groups}
              selection={isDated ? text(data.selectionTime) : t('value')}
              period={data.selectionTime}
              trend={!isDated ? null : entry.trend === null ? t('trend') : text(entry.trend)}
            />
          </div>
        ) : (
          <Empty title={t('emptyGroup')} compact />
        )}
      </div>
    </div>
  )
}
