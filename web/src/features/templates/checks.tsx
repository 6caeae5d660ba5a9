import { IconAlertTriangle, IconCircleCheck, IconAlertOctagon } from '@tabler/icons-react'
import type { MessageProblem } from '@gensvar/contract/templates'
import { useTexts } from './texts.ts'
import classes from './templates.module.css'

interface Props {
  /** Null while they are not known. */
  problems: readonly MessageProblem[] | null
  show: (problem: MessageProblem) => void
}

/** What is wrong with a mail in the language shown: errors keep it from being saved. Each leads to its place. */
export function Checks({ problems, show }: Props) {
  const t = useTexts()
  return (
    <section aria-label={t('checks')} className={classes['checkList']}>
      <h3 className={classes['checksTitle']}>{t('checks')}</h3>
      <p className={classes['tag']}>{t('checksHelp')}</p>
      {problems?.length === 0 && (
        <p className={classes['note']}>
          <IconCircleCheck size={16} aria-hidden="true" /> {t('noProblems')}
        </p>
      )}
      {problems !== null && problems.length > 0 && (
        <ul className={classes['checks']} aria-label={t('problems')}>
          {problems.map((problem) => (
            <li key={`${problem.part} ${problem.line} ${problem.text}`}>
              <button type="button" className={classes['check']} onClick={() => show(problem)}>
                {problem.isError ? (
                  <IconAlertOctagon size={16} aria-label={t('isError')} className={classes['isError']} />
                ) : (
                  <IconAlertTriangle size={16} aria-label={t('isAdvice')} className={classes['isAdvice']} />
                )}
                <span>
                  {problem.line === null || problem.part === 'subject'
                    ? problem.text
                    : t('atLine', { line: problem.line, text: problem.text })}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
