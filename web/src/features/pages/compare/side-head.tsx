import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import type { ReactNode } from 'react'
import { plainText } from '@gensvar/contract/drill-path'
import { TokenWords, useFilterWords, usePeriod } from '#web/features/filters/service.ts'
import { useFormat } from '#web/lib/format.ts'
import { useChangePath, usePlace } from '#web/lib/place.ts'
import { segmentsQuery } from '#web/lib/segments.ts'
import { useAskedPage } from '#web/lib/shown-page.ts'
import { notifyError } from '#web/ui/notify.tsx'
import type { Differing } from './differing.ts'
import classes from './side-head.module.css'
import { useTexts } from './texts.ts'

interface Props {
  /** Id of the heading, by which the side's components are named. */
  id: string
  letter: 'A' | 'B'
  differs: Differing
  /** The page's own period, which applies while none is chosen. */
  interval: string | null
  /** Number of answers: undefined until it is known, null where it is withheld. */
  n: number | null | undefined
  isRounded: boolean
}

/** What a side is, in words: only what the sides differ in, and its number of answers. */
export function SideHead({ id, letter, differs, interval, n, isRounded }: Props) {
  const t = useTexts()
  const format = useFormat()
  const count = n == null ? null : `${isRounded ? '≈ ' : ''}${format.number(n)}`
  return (
    <header className={classes['head']} data-side={letter}>
      <h2 id={id} className={classes['words']}>
        <SideMark letter={letter} /> <SideWords differs={differs} interval={interval} />
      </h2>
      {n !== undefined && (
        <p className={classes['count']}>{count === null ? t('countWithheld') : t('answers', { n: count })}</p>
      )}
    </header>
  )
}

/** The letter of a side. */
export function SideMark({ letter }: { letter: 'A' | 'B' }) {
  return (
    <span className={classes['mark']} data-side={letter}>
      {letter}
    </span>
  )
}

/** What a side is, in words: only what the sides differ in. With `isPlain` there is nothing in them to press. */
export function SideWords({
  differs,
  interval,
  isPlain = false,
}: Pick<Props, 'differs' | 'interval'> & { isPlain?: boolean }) {
  const t = useTexts()
  const period = usePeriod(interval)
  const parts: [string, ReactNode][] = [
    ...(differs.place ? [['place', <PlaceWords key="place" isPlain={isPlain} />] as [string, ReactNode]] : []),
    ...(differs.period ? [['period', period.words] as [string, ReactNode]] : []),
    ...(differs.filters.length > 0
      ? [['filters', <FilterWords key="filters" names={differs.filters} />] as [string, ReactNode]]
      : []),
  ]
  if (parts.length === 0) return t('sameAsOther')
  return parts.map(([name, words], at) => (
    <Fragment key={name}>
      {at > 0 && ' · '}
      {words}
    </Fragment>
  ))
}

/** The place of the side; each step above it leads there. With `isPlain` its name alone. */
function PlaceWords({ isPlain }: { isPlain: boolean }) {
  const place = usePlace()
  const change = useChangePath()
  const { data } = useQuery(segmentsQuery(place.survey, place.drillPath, useAskedPage()))
  const segments = data?.segments ?? []
  // One that is unknown or may not be seen has no steps.
  if (segments.length === 0) return place.place.map((token) => plainText(token)).join(' › ')
  if (isPlain) return segments.at(-1)?.text
  return segments.map((segment, at) =>
    at === segments.length - 1 ? (
      segment.text
    ) : (
      <Fragment key={segment.path}>
        <button type="button" className={classes['step']} onClick={() => void change(segment.path).catch(notifyError)}>
          {segment.text}
        </button>
        {' › '}
      </Fragment>
    ),
  )
}

function FilterWords({ names }: { names: readonly string[] }) {
  const t = useTexts()
  const words = useFilterWords()
  const { survey, filters } = usePlace()
  const without = (name: string): string => {
    const [filter, unset] = [words.titleOf(name), words.unsetWords(name)]
    return unset === null ? t('anyOf', { filter }) : `${filter}: ${unset}`
  }
  return names.map((name, at) => {
    const tokens = filters.filter((token) => token.name === name)
    return (
      <Fragment key={name}>
        {at > 0 && ' · '}
        {tokens.length === 0
          ? without(name)
          : tokens.map((token, index) => <TokenWords key={index} survey={survey} token={token} words={words} />)}
      </Fragment>
    )
  })
}
