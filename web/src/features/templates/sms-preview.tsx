import type { UseQueryResult } from '@tanstack/react-query'
import type { previewSms } from '@gensvar/contract/templates'
import type { Answer } from '#web/api.ts'
import { Card } from '#web/ui/card.tsx'
import { DataState } from '#web/ui/states/data-state.tsx'
import { useTexts } from './texts.ts'
import classes from './templates.module.css'

interface Props {
  query: UseQueryResult<Answer<typeof previewSms>>
  isEmpty: boolean
  /** It is said in a call, not shown. */
  isCall: boolean
}

/** The text message as a phone shows it, or what is said in a call, filled with examples, and what keeps it from being made. */
export function SmsPreview({ query, isEmpty, isCall }: Props) {
  const t = useTexts()
  return (
    <Card title={t('preview')} subtitle={t(isCall ? 'callPreviewHelp' : 'smsPreviewHelp')}>
      {isEmpty ? (
        <p className={`${classes['note']} gv-quiet`}>{t('smsPreviewEmpty')}</p>
      ) : (
        <DataState query={query} height={120}>
          {({ text, problems }) => (
            <>
              {text !== null && (
                <div className={classes['phone']}>
                  <p className={classes['bubble']}>{text}</p>
                </div>
              )}
              {problems.length > 0 && (
                <ul className={classes['problems']} aria-label={t('problems')}>
                  {problems.map(({ part, line, text: words }) => (
                    <li key={`${part} ${line} ${words}`}>
                      {part === 'subject' || line === null ? words : t('atLine', { line, text: words })}
                    </li>
                  ))}
                </ul>
              )}
            </>
          )}
        </DataState>
      )}
    </Card>
  )
}
