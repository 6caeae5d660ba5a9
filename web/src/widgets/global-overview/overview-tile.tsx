import { Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconCheck, IconX } from '@tabler/icons-react'
import type { IndicatorVariable } from '@gensvar/contract/entities/indicator'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { NoValue } from '#web/ui/no-value.tsx'
import { ScoreBar } from '#web/widgets/variable-block/score-bar.tsx'
import { WeightSign } from '#web/widgets/variable-block/weight-sign.tsx'
import { useTexts } from './texts.ts'
import { UniverseLogo } from './universe-logo.tsx'
import classes from './global-overview.module.css'

interface Props {
  variable: IndicatorVariable
  /**
   * Draws the name, and what a click on it does: a button or link of the class `choose` takes clicks anywhere on the tile.
   */
  head: (name: ReactNode) => ReactNode
  /** Draws the value; as it is where left out. */
  figure?: (value: ReactNode) => ReactNode
}

/** An indicator of a survey or of a place, with the logo of its universe. */
export function OverviewTile({ variable, head, figure = (value) => value }: Props) {
  const t = useTexts()
  const text = useLocalText()
  const name = text(variable.title) || variable.metaInterviewName
  const told = [text(variable.definition), text(variable.period)].filter((words) => words !== '')
  return (
    <article className={classes['tile']} aria-label={name} data-weight={variable.weight}>
      <header className={classes['head']}>
        <UniverseLogo universe={variable.universeName} />
        {head(<span className={classes['name']}>{name}</span>)}
      </header>
      <p className={classes['value']} data-status={variable.goalStatus ?? 'none'}>
        <Value variable={variable} figure={figure} />
      </p>
      <ScoreBar variable={variable} />
      {told.map((words) => (
        <p key={words} className={classes['counted']}>
          {words}
        </p>
      ))}
      <footer className={classes['foot']}>
        <Answers variable={variable} />
        <WeightSign variable={variable} />
        {variable.formattedGoal !== null && (
          <Explained words={t('goal', { goal: variable.formattedGoal })} more={text(variable.goalTooltip)} />
        )}
      </footer>
    </article>
  )
}

function Value({ variable, figure }: Required<Pick<Props, 'variable' | 'figure'>>) {
  const text = useLocalText()
  if (variable.suppressed || variable.formattedValue === null) return <NoValue why={text(variable.withheld)} />
  const Sign = variable.goalStatus === true ? IconCheck : IconX
  return (
    <>
      {figure(variable.formattedValue)}
      {variable.goalStatus !== null && variable.weight === 'full' && (
        <Sign size={18} stroke={2.25} aria-hidden="true" />
      )}
    </>
  )
}

function Answers({ variable }: Pick<Props, 'variable'>) {
  const t = useTexts()
  const text = useLocalText()
  const format = useFormat()
  const { nInterviews, isRounded } = variable
  if (nInterviews === null) return <span>{text(variable.withheld)}</span>
  const count = t('answers', { count: nInterviews, n: format.number(nInterviews) })
  return <Explained words={`${isRounded ? '≈ ' : ''}${count}`} more={text(variable.interviewsTooltip)} />
}

/** A text with more details on hover, focus and touch. */
function Explained({ words, more }: { words: string; more: string }) {
  if (more === '') return <span>{words}</span>
  return (
    <Tooltip label={more} multiline maw={320} events={{ hover: true, focus: true, touch: true }}>
      <span tabIndex={0} className={classes['explained']}>
        {words}
      </span>
    </Tooltip>
  )
}
