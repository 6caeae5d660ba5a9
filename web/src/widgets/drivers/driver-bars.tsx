import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { endsOf, useSharedEnds } from '#web/lib/shared-ends.ts'
import { DriverNotes } from './driver-notes.tsx'
import { effectAnswer, effectFormat, effectUnit } from './driver-words.ts'
import type { EffectsAnswer } from './driver-words.ts'
import classes from './drivers.module.css'
import { QuestionLink } from './question-link.tsx'
import { useTexts } from './texts.ts'
import { useDriverCases } from './use-driver-cases.ts'

/** Questions by their effect on a score, the largest first, each with a bar; above a table of the same questions. */
export function DriverBars({ answer }: { answer: EffectsAnswer }) {
  const t = useTexts()
  const format = useFormat()
  const text = useLocalText()
  const { rows } = answer
  const { hrefOf } = useDriverCases(rows)
  const written = effectFormat(answer, rows, format)
  const ends = useSharedEnds('bars', { effects: endsOf(rows.map(({ effect }) => effect)) })
  const largest = ends.effects?.to ?? 1
  return (
    <section className={classes['bars']} aria-label={effectUnit(answer, { t, text })}>
      <p className={classes['answer']}>{effectAnswer(answer, rows, { t, format, text })}</p>
      <ol>
        {rows.map((row) => (
          <li key={row.variable} className={classes['bar']}>
            <span className={classes['barName']}>
              <QuestionLink name={text(row.title)} href={hrefOf(row)} />
            </span>
            <span className={classes['barRoom']} aria-hidden="true">
              <span
                className={classes['barLength']}
                style={{ width: `${Math.max(0, (100 * row.effect) / largest)}%` }}
              />
            </span>
            <b
              title={
                row.low === null || row.high === null
                  ? undefined
                  : `${t('interval')}: ${t('fromTo', { from: written(row.low), to: written(row.high) })}`
              }
            >
              {written(row.effect)}
            </b>
          </li>
        ))}
      </ol>
      <DriverNotes basis={answer} />
    </section>
  )
}
