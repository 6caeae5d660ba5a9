import { UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { mainText } from './document/edited-document.ts'
import type { EditedDocument } from './document/edited-document.ts'
import { useTexts } from './texts.ts'
import type { Problems } from './use-problems.ts'
import classes from './builder.module.css'

interface Props {
  document: EditedDocument
  problems: Problems
  /** Errors are listed without being asked for. */
  isOpen: boolean
  /** Leads to the field of a path with keys. */
  onShow: (path: string) => void
}

/** All that is wrong or worth a look, errors first; each leads to its field. */
export function ProblemList({ document, problems, isOpen, onShow }: Props) {
  const t = useTexts()
  const sorted = problems.all.toSorted((a, b) => Number(a.severity === 'hint') - Number(b.severity === 'hint'))
  const hints = sorted.length - problems.errors
  if (sorted.length === 0) return null
  const placeOf = (path: string): string => {
    const [area, key] = path.split('.')
    if (area !== 'questions') return t('around')
    const at = document.questions.findIndex((question) => question.key === key)
    const question = document.questions[at]
    if (question === undefined) return t('questions')
    const place = t('questionAt', { place: at + 1 })
    const words = mainText(document, question.wording)
    const [, , list, choice] = path.split('.')
    const choiceAt = list === 'choices' ? question.choices.findIndex((one) => one.key === choice) : -1
    const inside = choiceAt === -1 ? '' : `, ${t('choiceAt', { place: choiceAt + 1 })}`
    return `${words === '' ? place : `${place}: ${words}`}${inside}`
  }
  return (
    <details className={classes['problems']} open={isOpen && problems.errors > 0}>
      <summary data-errors={problems.errors > 0 || undefined}>
        {[
          problems.errors > 0 && t('errorsToMend', { count: problems.errors, n: problems.errors }),
          hints > 0 && t('hintsToSee', { count: hints, n: hints }),
        ]
          .filter((words) => words !== false)
          .join(' · ')}
      </summary>
      <ul>
        {sorted.map(({ path, severity, message }) => {
          const Icon = severity === 'error' ? IconAlertTriangle : IconInfoCircle
          return (
            <li key={`${path} ${message}`} data-severity={severity}>
              <UnstyledButton className={classes['problem']} onClick={() => onShow(path)}>
                <Icon size={16} aria-hidden="true" />
                <span>
                  <span className={classes['place']}>{placeOf(path)}</span> {message}
                </span>
              </UnstyledButton>
            </li>
          )
        })}
      </ul>
    </details>
  )
}
