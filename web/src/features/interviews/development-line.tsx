import type { InterviewData } from '@gensvar/contract/entities/interview'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import classes from './interview.module.css'
import { linePoints } from './line-points.ts'
import { useTexts } from './texts.ts'

type Chart = NonNullable<InterviewData['sidebarData']['chartData']>

const size = { width: 260, height: 96, margin: 10 }

/** A small line chart of one answer over the respondent's interviews: plain SVG, because it has few points. */
export function DevelopmentLine({ chart }: { chart: Chart }) {
  const t = useTexts()
  const text = useLocalText()
  const format = useFormat()
  const points = linePoints(chart.data, size)
  const drawn = points.filter((point) => point !== null)
  const words = chart.categories
    .map((day, at) => `${format.date(day)}: ${chart.data[at] ?? t('notAnswered')}`)
    .join('; ')
  return (
    <figure className={classes['chart']}>
      <figcaption>{text(chart.title)}</figcaption>
      <svg viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={`${text(chart.title)}. ${words}`}>
        <polyline
          points={drawn.map(({ x, y }) => `${x},${y}`).join(' ')}
          fill="none"
          stroke="var(--gv-positive-text)"
          strokeWidth="2"
        />
        {points.map(
          (point, at) =>
            point && (
              <circle key={chart.categories[at]} cx={point.x} cy={point.y} r="4" fill="var(--gv-positive-text)">
                <title>{`${format.date(chart.categories[at] ?? '')}: ${chart.data[at]}`}</title>
              </circle>
            ),
        )}
      </svg>
    </figure>
  )
}
