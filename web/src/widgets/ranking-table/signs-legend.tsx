import type { RankingRow } from '@gensvar/contract/entities/ranking'
import { useCellWords } from './cell-words.ts'
import { FigureSign, signsOf } from './figure-sign.tsx'
import type { Sign } from './figure-sign.tsx'
import classes from './legend.module.css'
import { useTexts } from './texts.ts'

const inOrder: readonly Sign[] = ['goalMissed', 'near', 'few', 'greater', 'less']

/** What the signs beside the figures of a table mean, of those that are there; nothing without any. */
export function SignsLegend({ rows }: { rows: readonly Pick<RankingRow, 'cells'>[] }) {
  const t = useTexts()
  const words = useCellWords()
  const found = new Set(rows.flatMap(({ cells }) => cells.flatMap(signsOf)))
  const shown = inOrder.filter((sign) => found.has(sign))
  return (
    shown.length > 0 && (
      <ul aria-label={t('signs')} className={classes['legend']}>
        {shown.map((sign) => (
          <li key={sign} className={classes['meaning']}>
            <FigureSign sign={sign} /> {words[sign]}
          </li>
        ))}
      </ul>
    )
  )
}
