import type { CommentJudgement, TextSpan } from '@gensvar/contract/entities/text-analytics'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import classes from './judgement-reasons.module.css'
import { CommentSign, SentimentSign } from './sentiment-sign.tsx'
import { useTexts } from './texts.ts'

interface Props {
  judgement: CommentJudgement
  comment: string
}

/** What a comment says as a whole and of each category, and the words that say so. */
export function JudgementReasons({ judgement, comment }: Props) {
  const t = useTexts()
  const text = useLocalText()
  const format = useFormat()
  const { positive, negative, indicator, spans, flags, corrected, language, judgedBy } = judgement
  const whole = positive && negative ? 'mixed' : positive ? 'positive' : negative ? 'negative' : 'neutral'
  const weighed = spans.filter(({ kind }) => kind !== 'category')
  return (
    <div className={classes['reasons']}>
      <p className={classes['line']}>
        <CommentSign positive={positive} negative={negative} />
        <strong>{t(whole)}</strong>
        {corrected !== null && (
          <span className="gv-quiet">
            {t('correctedBy', { name: corrected.by, when: format.moment(corrected.at) })}
          </span>
        )}
      </p>
      {weighed.length > 0 && (
        <>
          <h3 className={classes['heading']}>{t('wordsThatCount')}</h3>
          <ul className={classes['list']}>
            {weighed.map((span) => (
              <li key={`${span.start} ${span.end} ${span.entry}`} className={classes['line']}>
                <SentimentSign kind={span.kind === 'positive' ? 'positive' : 'negative'} size={16} />
                <span>
                  <q>{comment.slice(span.start, span.end)}</q>
                  <Because span={span} />
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {indicator.length > 0 && (
        <>
          <h3 className={classes['heading']}>{t('categories')}</h3>
          <ul className={classes['list']}>
            {indicator.map(({ extName, title, sentiment }) => {
              const words = spans.filter(({ kind, category }) => kind === 'category' && category === extName)
              return (
                <li key={extName} className={classes['line']}>
                  <SentimentSign kind={sentiment} size={16} />
                  <span>
                    {text(title)}
                    {words.length > 0 && ': '}
                    {words.map(({ start, end }, at) => (
                      <span key={`${start} ${end}`} className="gv-quiet">
                        {at > 0 && ', '}
                        <q>{comment.slice(start, end)}</q>
                      </span>
                    ))}
                  </span>
                </li>
              )
            })}
          </ul>
        </>
      )}
      {flags.map((flag) => (
        <p key={flag} className={classes['note']}>
          {t(`flag_${flag}`)}
        </p>
      ))}
      {judgedBy !== 'lexicon' && corrected === null && <p className={classes['note']}>{t(`by_${judgedBy}`)}</p>}
      {language !== 'und' && (
        <p className={classes['note']}>{t('readAs', { language: languageName(language, format.locale) })}</p>
      )}
    </div>
  )
}

/** What changed the weight of the words. */
function Because({ span }: { span: TextSpan }) {
  const t = useTexts()
  if (span.because.length === 0) return null
  return <span className="gv-quiet">{` (${span.because.map((reason) => t(`because_${reason}`)).join(', ')})`}</span>
}

function languageName(language: string, locale: string): string {
  return new Intl.DisplayNames([locale], { type: 'language' }).of(language) ?? language
}
