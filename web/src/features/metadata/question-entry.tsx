import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { MetadataChoice, MetadataQuestion } from '@gensvar/contract/metadata'
import { useFormat } from '#web/lib/format.ts'
import classes from './metadata.module.css'
import { typeTexts } from './question-dialog.tsx'
import { useTexts } from './texts.ts'
import { useTitle } from './use-title.ts'

interface Props {
  question: MetadataQuestion
  /** Title of its group; empty without one. */
  group: string
  onQuestion: () => void
  /** Null adds a choice. */
  onChoice: (choice: MetadataChoice | null) => void
}

/** A question with its choices; each opens its form. */
export function QuestionEntry({ question, group, onQuestion, onChoice }: Props) {
  const t = useTexts()
  const titleOf = useTitle()
  const format = useFormat()
  const { variable, type, choices, nChoices, scaleMin, scaleMax } = question
  const title = titleOf(question.title, variable)
  const wording = titleOf(question.question, '')
  const scale = scaleMin === null || scaleMax === null ? '' : ` ${format.number(scaleMin)}–${format.number(scaleMax)}`
  const more = nChoices - choices.length
  return (
    <>
      <div className={classes['head']}>
        <div className={classes['about']}>
          <h3 className={classes['name']}>{title}</h3>
          {wording !== '' && wording !== title && <p className={classes['wording']}>{wording}</p>}
          <p className={classes['facts']}>
            <code>{variable}</code>
            <span>
              {t(typeTexts[type])}
              {scale}
            </span>
            {group !== '' && <span>{group}</span>}
          </p>
        </div>
        <Button variant="default" aria-label={t('editQuestion', { name: title })} onClick={onQuestion}>
          {t('edit')}
        </Button>
      </div>
      {(choices.length > 0 || type === 'single' || type === 'multiple') && (
        <ul className={classes['choices']} aria-label={t('choicesOf', { name: title })}>
          {choices.map((choice) => (
            <li key={choice.id}>
              <button type="button" className={classes['choice']} onClick={() => onChoice(choice)}>
                <span>{titleOf(choice.title, choice.extname)}</span>
                <code>{choice.extname}</code>
              </button>
            </li>
          ))}
          {more > 0 && <li className={classes['more']}>{t('moreChoices', { n: format.number(more) })}</li>}
          {(type === 'single' || type === 'multiple') && (
            <li>
              <button
                type="button"
                className={classes['choice']}
                aria-label={t('addChoiceTo', { question: title })}
                onClick={() => onChoice(null)}
              >
                <IconPlus size={16} aria-hidden="true" />
                {t('addChoice')}
              </button>
            </li>
          )}
        </ul>
      )}
    </>
  )
}
