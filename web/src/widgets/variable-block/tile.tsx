import { Tooltip } from '@mantine/core'
import { IconCheck, IconList, IconLock, IconX } from '@tabler/icons-react'
import type { IndicatorVariable } from '@gensvar/contract/entities/indicator'
import { useLocalText } from '#web/lib/local-text.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { Tip } from '#web/ui/tip.tsx'
import { Difference } from './difference.tsx'
import { isDetailed, toneOf } from './prepare.ts'
import { ScoreBar } from './score-bar.tsx'
import { useTexts } from './texts.ts'
import { TileDetails } from './tile-details.tsx'
import classes from './tile.module.css'

interface Props {
  variable: IndicatorVariable
  /** The first tile of a block, whose background shows whether the goal is met. */
  main?: boolean
  /** Id of the chart that a click opens under the tile; without it a click does nothing. */
  controls?: string
  opened?: boolean
  onToggle?: () => void
  /** Address of the cases behind the figure; none in an anonymous survey. */
  casesHref?: string | null
}

/** An indicator's value with its goal, change and number of answers. */
export function Tile({ variable, main = false, controls, opened = false, onToggle, casesHref }: Props) {
  const t = useTexts()
  const text = useLocalText()
  const title = text(variable.title)
  const detailed = isDetailed(variable)
  const help = text(variable.helpText)
  return (
    <article
      className={classes['tile']}
      data-main={main || undefined}
      data-tone={main ? toneOf(variable) : undefined}
      data-opened={opened || undefined}
      aria-label={title}
    >
      <header className={classes['head']}>
        {onToggle ? (
          <button
            type="button"
            className={classes['toggle']}
            aria-expanded={opened}
            aria-controls={controls}
            onClick={onToggle}
          >
            {title}
          </button>
        ) : (
          <h3 className={classes['title']}>{title}</h3>
        )}
        {help !== '' && (
          <span className={classes['above']}>
            <Tip label={title} text={help} />
          </span>
        )}
      </header>
      <Tooltip
        label={<TileDetails variable={variable} />}
        multiline
        maw={320}
        events={{ hover: true, focus: true, touch: true }}
      >
        <p className={classes['value']} data-status={main ? undefined : (variable.goalStatus ?? 'none')} tabIndex={0}>
          <Value variable={variable} />
        </p>
      </Tooltip>
      {detailed && <ScoreBar variable={variable} />}
      <p className={classes['line']}>
        {(detailed || variable.formattedDiff !== null) && <Difference variable={variable} />}
        {detailed && variable.formattedGoal !== null && <span>{t('goal', { goal: variable.formattedGoal })}</span>}
      </p>
      {detailed && <Extras variables={variable.extraVariables} />}
      <footer className={classes['foot']}>
        <Answers variable={variable} />
        {casesHref && (
          <AppLink
            href={casesHref}
            className={classes['cases']}
            aria-label={t('openCases', { title })}
            title={t('openCases', { title })}
          >
            <IconList size={16} stroke={1.75} aria-hidden="true" />
          </AppLink>
        )}
        {variable.cases === 'closed' && (
          <Tooltip label={t('casesClosed')} events={{ hover: true, focus: true, touch: true }}>
            <span role="img" aria-label={t('casesClosed')} tabIndex={0} className={classes['cases']}>
              <IconLock size={16} stroke={1.75} aria-hidden="true" />
            </span>
          </Tooltip>
        )}
      </footer>
    </article>
  )
}

function Value({ variable }: { variable: IndicatorVariable }) {
  const t = useTexts()
  if (variable.suppressed || variable.formattedValue === null)
    return (
      <span role="img" aria-label={t('noValue')}>
        —
      </span>
    )
  return (
    <>
      {variable.formattedValue}
      {variable.goalStatus !== null && (
        <span role="img" aria-label={t(variable.goalStatus ? 'met' : 'missed')} className={classes['status']}>
          {variable.goalStatus ? (
            <IconCheck size={20} stroke={2.25} aria-hidden="true" />
          ) : (
            <IconX size={20} stroke={2.25} aria-hidden="true" />
          )}
        </span>
      )}
    </>
  )
}

function Extras({ variables }: { variables: readonly IndicatorVariable[] }) {
  const text = useLocalText()
  const t = useTexts()
  return (
    <dl className={classes['extras']}>
      {variables.map((extra) => (
        <div key={extra.name}>
          <dt>{text(extra.title)}</dt>
          <dd>
            {extra.formattedValue ?? (
              <span role="img" aria-label={t('noValue')}>
                —
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The server's text for what was counted (answers, or everybody who was asked), or why nothing is shown. */
function Answers({ variable }: { variable: IndicatorVariable }) {
  const text = useLocalText()
  return <span>{text(variable.suppressed ? variable.withheld : variable.interviewsTooltip)}</span>
}
