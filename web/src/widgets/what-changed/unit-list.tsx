import { IconArrowDown, IconArrowUp, IconList, IconLock } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { MouseEvent } from 'react'
import type { ChangedUnit, WhatChangedData } from '@gensvar/contract/entities/what-changed'
import { useLocalText } from '#web/lib/local-text.ts'
import { useChangePath, useHrefAt } from '#web/lib/place.ts'
import { useAbout } from '#web/lib/vocabulary.ts'
import { AppLink, isSpecialClick } from '#web/ui/app-link.tsx'
import { notifyError } from '#web/ui/notify.tsx'
import { useChanceWords } from '#web/widgets/chance-sign.tsx'
import { useCasesAddress } from '#web/widgets/variable-block/counted-cases.ts'
import { useTexts } from './texts.ts'
import classes from './what-changed.module.css'

interface Props {
  title: string
  /** Shown instead of rows where there are none. */
  none: string
  rows: readonly ChangedUnit[]
  /** How many of them are shown until the reader asks for the others; all where missing. */
  most?: number
  /** How many units there are, where more than `rows`. */
  total?: number
  data: WhatChangedData
  /** Beside the value: its change, or the goal. */
  shows: 'change' | 'goal'
}

/** Units with their value, what it is seen against and the number of answers; each leads to its place and to its cases. */
export function UnitList({ title, none, rows, most = rows.length, total = rows.length, data, shows }: Props) {
  const t = useTexts()
  const id = useId()
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? rows : rows.slice(0, most)
  const more = total - shown.length
  const hasMore = rows.length > most
  return (
    <section aria-labelledby={id} className={classes['list']}>
      <h3 id={id} className={classes['title']}>
        {title}
      </h3>
      {rows.length === 0 ? (
        <p className={classes['quiet']}>{none}</p>
      ) : (
        <ul className={classes['rows']}>
          {shown.map((unit) => (
            <UnitRow key={unit.drillPath} unit={unit} data={data} shows={shows} />
          ))}
        </ul>
      )}
      {hasMore && (
        <button type="button" className={classes['more']} aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? t('fewer') : t('more', { count: more })}
        </button>
      )}
      {more > 0 && (isWhole || !hasMore) && <p className={classes['quiet']}>{t('more', { count: more })}</p>}
    </section>
  )
}

function UnitRow({ unit, data, shows }: { unit: ChangedUnit } & Pick<Props, 'data' | 'shows'>) {
  const t = useTexts()
  const text = useLocalText()
  const about = useAbout()
  const { formattedValue, formattedGoal, n } = unit
  const words = useChanceWords(unit.chance, data.indicator.decimals)
  return (
    <li className={classes['row']}>
      <span className={classes['name']}>
        <UnitName unit={unit} />
      </span>
      <span className={classes['value']}>{formattedValue}</span>
      <span className={classes['beside']} title={shows === 'change' ? (words ?? undefined) : undefined}>
        {shows === 'change' ? (
          <Change unit={unit} inverse={data.indicator.inverse} />
        ) : (
          t('goalIs', { goal: formattedGoal ?? '' })
        )}
      </span>
      <span className={classes['quiet']}>{`${about}${t('answers', { count: n })}`}</span>
      <Cases unit={unit} data={data} name={text(unit.title)} />
    </li>
  )
}

/** The unit's name, which leads to its place on the same page; one that may not be opened is locked. */
function UnitName({ unit: { title, drillPath, accessAllowed } }: { unit: ChangedUnit }) {
  const t = useTexts()
  const text = useLocalText()
  const change = useChangePath()
  const hrefAt = useHrefAt()
  if (!accessAllowed)
    return (
      <>
        {text(title)}{' '}
        <span role="img" aria-label={t('noAccess')} title={t('noAccess')}>
          <IconLock size={14} stroke={1.75} aria-hidden="true" />
        </span>
      </>
    )
  const open = (event: MouseEvent) => {
    if (isSpecialClick(event)) return
    event.preventDefault()
    void change(drillPath).catch(notifyError)
  }
  return (
    <AppLink href={hrefAt(drillPath)} onClick={open} className={classes['link']}>
      {text(title)}
    </AppLink>
  )
}

function Change({
  unit: { formattedDiff, formattedBase, diffArrow },
  inverse,
}: {
  unit: ChangedUnit
  inverse: boolean
}) {
  const t = useTexts()
  const Arrow = diffArrow === 1 ? IconArrowUp : IconArrowDown
  return (
    <>
      <span className={classes['change']} data-tone={(diffArrow === 1) === !inverse ? 'better' : 'worse'}>
        <Arrow size={14} stroke={2} aria-hidden="true" />
        {formattedDiff}
      </span>{' '}
      {t('from', { base: formattedBase ?? '' })}
    </>
  )
}

function Cases({ unit, data, name }: { unit: ChangedUnit; name: string } & Pick<Props, 'data'>) {
  const t = useTexts()
  const casesOf = useCasesAddress()
  const href = casesOf({ ...data.indicator, cases: unit.cases }, { drillPath: unit.drillPath })
  if (href === null) return null
  const label = t('openCases', { unit: name })
  return (
    <AppLink href={href} aria-label={label} title={label} className={classes['cases']}>
      <IconList size={16} stroke={1.75} aria-hidden="true" />
    </AppLink>
  )
}
