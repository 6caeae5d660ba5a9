import type { gradedAnswer } from '@gensvar/contract/entities/interview'
import type { z } from 'zod'
import { useLocalText } from '#web/lib/local-text.ts'
import { FaceIcon } from './face-icon.tsx'
import classes from './interview.module.css'
import { useTexts } from './texts.ts'

interface Props {
  /** What the table holds, for those who do not see its heading. */
  label: string
  answers: readonly z.output<typeof gradedAnswer>[]
}

/** Questions with their answers and how each stands. */
export function GradedTable({ label, answers }: Props) {
  const t = useTexts()
  const text = useLocalText()
  return (
    <table className={classes['table']} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t('question')}</th>
          <th scope="col" className={classes['number']}>
            {t('answer')}
          </th>
          <th scope="col">
            <span className={classes['hidden']}>{t('standing')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {answers.map((answer) => (
          <tr key={text(answer.label)}>
            <th scope="row">{text(answer.label)}</th>
            <td className={classes['number']}>
              {answer.value}
              {answer.internalValue !== undefined && (
                <code className={classes['internal']}>{answer.internalValue}</code>
              )}
            </td>
            <td className={classes['icon']}>{answer.icon !== null && <FaceIcon grade={answer.icon} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
