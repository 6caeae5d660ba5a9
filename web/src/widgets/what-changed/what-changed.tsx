import type { WhatChangedData } from '@gensvar/contract/entities/what-changed'
import { useLocalText } from '#web/lib/local-text.ts'
import { NoData } from '#web/widgets/no-data.tsx'
import { WidgetFrame } from '#web/widgets/widget-frame.tsx'
import type { WidgetProps } from '#web/widgets/widget-props.ts'
import { useWidgetData } from '#web/widgets/widget-query.ts'
import { Withheld } from '#web/widgets/withheld.tsx'
import { useTexts } from './texts.ts'
import { UnitList } from './unit-list.tsx'
import classes from './what-changed.module.css'

/** The units below the place that changed most, by more than chance, and those that miss the goal. */
export function WhatChanged({ config }: WidgetProps<'what-changed'>) {
  const t = useTexts()
  const text = useLocalText()
  const query = useWidgetData('what-changed', 'data', config.id, {})
  const { data } = query
  const title = text(config.title) || t('title', { title: text(data?.indicator.title) })
  return (
    <WidgetFrame
      query={query}
      title={title}
      subtitle={data && data.nCompared > 0 ? <Counts data={data} /> : undefined}
      height={220}
      isEmpty={({ nCompared, offGoal }) => nCompared === 0 && (offGoal?.total ?? 0) === 0}
      empty={data?.why != null ? <Withheld why={data.why} /> : <NoData compact />}
    >
      {(shown) => <Lists data={shown} most={config.most} />}
    </WidgetFrame>
  )
}

function Counts({ data: { nChanged, nCompared, trendTime } }: { data: WhatChangedData }) {
  const t = useTexts()
  const text = useLocalText()
  return t('counts', { count: nChanged, total: nCompared, before: text(trendTime) })
}

function Lists({ data, most }: { data: WhatChangedData; most: number }) {
  const t = useTexts()
  const text = useLocalText()
  const { better, worse, offGoal, why, leftOut } = data
  return (
    <>
      {(why ?? leftOut) !== null && <p className={classes['why']}>{text(why ?? leftOut)}</p>}
      <div className={classes['lists']}>
        {why === null && (
          <>
            <UnitList title={t('better')} none={t('noneChanged')} rows={better} data={data} shows="change" />
            <UnitList title={t('worse')} none={t('noneChanged')} rows={worse} data={data} shows="change" />
          </>
        )}
        {offGoal !== null && (
          <UnitList
            title={t('offGoal')}
            none={t('noneMissed')}
            rows={offGoal.rows}
            most={most}
            total={offGoal.total}
            data={data}
            shows="goal"
          />
        )}
      </div>
    </>
  )
}
