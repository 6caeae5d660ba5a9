import { Tooltip } from '@mantine/core'
import { IconChartBarPopular, IconCheck, IconChevronRight, IconList, IconLock, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { IndicatorVariable } from '@gensvar/contract/entities/indicator'
import { useLocalText } from '#web/lib/local-text.ts'
import { twinMark } from '#web/lib/side.ts'
import { useAboutValue } from '#web/lib/vocabulary.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { NoValue } from '#web/ui/no-value.tsx'
import { Tip } from '#web/ui/tip.tsx'
import { Difference } from './difference.tsx'
import { isDetailed, isOwnNumber, toneOf } from './prepare.ts'
import { ScoreBar } from './score-bar.tsx'
import { useTexts } from './texts.ts'
import { TileDetails } from './tile-details.tsx'
import { WeightSign } from './weight-sign.tsx'
import classes from './tile.module.css'

interface Props {
  variable: IndicatorVariable
  /** The first tile of a block, whose background shows whether the goal is met. */
  main?: boolean
  /** Id of the chart that a click opens under the tile; without it a click does nothing. */
  controls?: string
  opened?: boolean
  onToggle?: () => void
  /** Where a click on the tile leads, instead of opening a chart; without it a click does nothing. */
  href?: string | null
  /** Address of the cases behind the figure; none in an anonymous survey. */
  casesHref?: string | null
  /** Opens how the answers behind the figure are spread; without it they are not shown. */
  onDistribution?: ((variable: IndicatorVariable) => void) | undefined
  /** How the value differs from that of the other side of a comparison. */
  beside?: ReactNode
}

/** An indicator's value with its goal, change and number of answers; details open on hover, focus and touch. */
export function Tile({
  variable,
  main = false,
  controls,
  opened = false,
  onToggle,
  href = null,
  casesHref,
  onDistribution,
  beside,
}: Props) {
  const t = useTexts()
  const text = useLocalText()
  const title = text(variable.title)
  const detailed = isDetailed(variable)
  const help = text(variable.helpText)
  const isSlab = main && variable.weight === 'full'
  const tile = (
    <article
      className={classes['tile']}
      data-main={main || undefined}
      data-tone={main ? toneOf(variable) : undefined}
      data-weight={variable.weight}
      data-opened={opened || undefined}
      aria-label={title}
      {...{ [twinMark]: '' }}
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
        ) : href !== null ? (
          <AppLink href={href} className={classes['toggle']}>
            {title}
          </AppLink>
        ) : (
          <h3 className={classes['title']}>{title}</h3>
        )}
        {help !== '' && (
          <span className={classes['above']}>
            <Tip label={title} text={help} />
          </span>
        )}
        {href !== null && <IconChevronRight size={16} stroke={1.75} className={classes['leads']} aria-hidden="true" />}
      </header>
      <p
        className={classes['value']}
        data-status={isSlab ? undefined : (variable.goalStatus ?? 'none')}
        tabIndex={onToggle || href !== null ? undefined : 0}
      >
        <Value variable={variable} />
      </p>
      {detailed && <ScoreBar variable={variable} />}
      <p className={classes['line']}>
        {(detailed || variable.formattedDiff !== null) && <Difference variable={variable} />}
        {saysWhyNoChange(variable) && <span className={classes['quiet']}>{text(variable.baseWithheld)}</span>}
        {variable.formattedGoal !== null && <span>{t('goal', { goal: variable.formattedGoal })}</span>}
      </p>
      {beside !== undefined && <p className={classes['line']}>{beside}</p>}
      {/* Above the smaller figures, so that it cannot be taken for theirs. */}
      {detailed && <Answers variable={variable} />}
      {detailed && <Extras of={variable} />}
      <footer className={classes['foot']}>
        {!detailed && <Answers variable={variable} />}
        {onDistribution && variable.hasDistribution === true && (
          <button
            type="button"
            className={classes['spread']}
            aria-haspopup="dialog"
            aria-label={t('openDistribution', { title })}
            title={t('openDistribution', { title })}
            onClick={() => onDistribution(variable)}
          >
            <IconChartBarPopular size={16} stroke={1.75} aria-hidden="true" />
          </button>
        )}
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
  return (
    <Tooltip
      label={<TileDetails variable={variable} />}
      position="bottom"
      multiline
      maw={320}
      events={{ hover: true, focus: true, touch: true }}
    >
      {tile}
    </Tooltip>
  )
}

/** Whether a tile says why it has no change; one without a value or of few answers says enough already. */
function saysWhyNoChange({ formattedDiff, baseWithheld, suppressed, weight }: IndicatorVariable): boolean {
  return formattedDiff === null && baseWithheld !== null && !suppressed && weight !== 'few'
}

function Value({ variable }: { variable: IndicatorVariable }) {
  const t = useTexts()
  const about = useAboutValue()
  const text = useLocalText()
  if (variable.suppressed || variable.formattedValue === null) return <NoValue why={text(variable.withheld)} />
  return (
    <>
      {about(variable.expression)}
      {variable.formattedValue}
      {/* A check or cross would claim more than few answers or a goal within the margin can say. */}
      {variable.goalStatus !== null && variable.weight === 'full' && (
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

/** The smaller figures of a tile, each with what is behind it where that is not what is behind the tile's own figure. */
function Extras({ of }: { of: IndicatorVariable }) {
  const text = useLocalText()
  const about = useAboutValue()
  return (
    <dl className={classes['extras']}>
      {of.extraVariables.map((extra) => {
        const behind = isOwnNumber(extra) ? '' : text(extra.interviewsTooltip)
        const isTold = behind !== text(of.interviewsTooltip) || extra.weight === 'few'
        return (
          <div key={extra.name}>
            <dt>{text(extra.title)}</dt>
            <dd>
              {extra.formattedValue === null ? (
                <NoValue why={text(extra.withheld)} />
              ) : (
                `${about(extra.expression)}${extra.formattedValue}`
              )}
            </dd>
            {isTold && behind !== '' && (
              <dd className={classes['behind']}>
                {behind}
                {extra.weight === 'few' && <WeightSign variable={extra} />}
              </dd>
            )}
          </div>
        )
      })}
    </dl>
  )
}

/**
 * The server's text for what was counted (answers, or everybody who was asked), or why nothing is shown, and how the value is
 * to be read.
 */
function Answers({ variable }: { variable: IndicatorVariable }) {
  const text = useLocalText()
  return (
    <span className={classes['counted']}>
      <span>{text(variable.suppressed ? variable.withheld : variable.interviewsTooltip)}</span>
      <WeightSign variable={variable} />
    </span>
  )
}
