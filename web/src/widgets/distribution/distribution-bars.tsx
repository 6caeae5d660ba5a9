import type { Distribution, DistributionBar } from '@gensvar/contract/entities/distribution'
import { useLocalText } from '#web/lib/local-text.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { StackedBar } from '#web/ui/stacked-bar.tsx'
import { useTexts as useChartTexts } from '#web/ui/charts/texts.ts'
import { useTexts } from '#web/widgets/shares/texts.ts'
import classes from './distribution.module.css'
import { useAnswers } from './use-answers.ts'
import { useShare } from './use-share.ts'

interface Props {
  data: Distribution
  colours: readonly string[]
  /** Address of the interviews of a part of a bar; null where they cannot be opened. */
  addressOf: (bar: number, part: number) => string | null
}

/** The bars of places, one under the other, the first with the figures of its parts. */
export function DistributionBars({ data, colours, addressOf }: Props) {
  const { bars } = data
  return (
    <div
      className={classes['bars']}
      data-many={bars.length > 1 || undefined}
      tabIndex={bars.length > 8 ? 0 : undefined}
    >
      <Bar data={data} at={0} colours={colours} addressOf={addressOf} />
      <Figures data={data} colours={colours} addressOf={addressOf} />
      {bars.slice(1).map((bar, at) => (
        <Bar key={bar.name} data={data} at={at + 1} colours={colours} addressOf={addressOf} />
      ))}
    </div>
  )
}

function Bar({ data, at, colours, addressOf }: Props & { at: number }) {
  const t = useTexts()
  const text = useLocalText()
  const percent = useShare(data.isRounded)
  const bar = data.bars[at]
  if (!bar) return null
  const said = data.parts.map((part, index) => `${text(part.title)}: ${percent(bar.shares[index] ?? 0)}`)
  const parts = data.parts.map((part, index) => {
    const title = said[index]
    const href = addressOf(at, index)
    return {
      name: part.name,
      share: bar.shares[index] ?? 0,
      colour: colours[index] ?? 'transparent',
      content:
        // The same links are beside the bar, or in the table, for the keyboard.
        href === null ? <span title={title} /> : <AppLink href={href} tabIndex={-1} title={title} />,
    }
  })
  return (
    <div className={classes['bar']}>
      <span className={classes['head']}>
        <span className={classes['name']}>{text(bar.title)}</span>
        {bar.value !== null && <span className={classes['value']}>{bar.value}</span>}
        <Counted bar={bar} lowBase={data.lowBase} />
      </span>
      {bar.withheld === null ? (
        !data.isMultiple && <StackedBar parts={parts} isTall />
      ) : (
        <span className={classes['note']}>{text(bar.withheld)}</span>
      )}
      {at > 0 && bar.withheld === null && (
        <span className={classes['unseen']}>{t('sharesOf', { shares: said.join(', ') })}</span>
      )}
    </div>
  )
}

/** The number of answers of a bar, with a mark where they are few. */
function Counted({ bar, lowBase }: { bar: DistributionBar; lowBase: number }) {
  const chart = useChartTexts()
  const answers = useAnswers()
  if (bar.n === null) return null
  return (
    <span className={classes['note']}>
      {answers(bar.n)}
      {bar.n > 0 && bar.n < lowBase && `, ${chart('fewAnswers')}`}
    </span>
  )
}

/** The figures of the first bar, each of which leads to its interviews; in the colours of all bars. */
function Figures({ data, colours, addressOf }: Props) {
  const t = useTexts()
  const text = useLocalText()
  const percent = useShare(data.isRounded)
  const answers = useAnswers()
  const [bar] = data.bars
  if (!bar || bar.withheld !== null) return null
  return (
    <ul className={classes['figures']}>
      {data.parts.map((part, at) => {
        const share = bar.shares[at] ?? 0
        const count = bar.counts?.[at] ?? null
        const href = addressOf(0, at)
        const title = text(part.title)
        const words = (
          <>
            <span className={classes['mark']} style={{ background: colours[at] }} aria-hidden="true" />
            <span className={classes['name']}>{title}</span>
            <b>{percent(share)}</b>
            {count !== null && <span className={classes['note']}>{answers(count)}</span>}
          </>
        )
        return (
          <li key={part.name}>
            {href === null ? (
              <span className={classes['figure']}>{words}</span>
            ) : (
              <AppLink href={href} className={classes['figure']} title={t('openAnswers', { answer: title })}>
                {words}
              </AppLink>
            )}
            {data.isMultiple && (
              <StackedBar
                parts={[
                  { name: 'yes', share, colour: colours[at] ?? 'transparent' },
                  { name: 'no', share: 100 - share, colour: 'transparent' },
                ]}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}
