import { Button } from '@mantine/core'
import { useDebouncedValue, useElementSize } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { Locale } from '@gensvar/contract/local-text'
import { previewQuestionnaire } from '@gensvar/contract/questionnaires'
import { memo, useMemo } from 'react'
import { call } from '#web/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { localeNames } from '#web/lib/locale.ts'
import { Loading } from '#web/ui/states/loading.tsx'
import { documentOf } from './document/edited-document.ts'
import type { EditedDocument } from './document/edited-document.ts'
import { questionnaireKey } from './queries.ts'
import { useTexts } from './texts.ts'
import classes from './builder.module.css'

/** Milliseconds without a change before the page is drawn again. */
const drawAfter = 500

/** The window of a phone, in pixels. */
const phone = { width: 375, height: 667 }

interface Props {
  survey: string
  document: EditedDocument
  language: Locale
}

/** The page as respondents see it on a phone, in a frame that runs nothing and leads nowhere. */
export const Preview = memo(function Preview({ survey, document: edited, language }: Props) {
  const t = useTexts()
  const { ref, width } = useElementSize()
  const [drawn] = useDebouncedValue(edited, drawAfter)
  const document = useMemo(() => documentOf(drawn), [drawn])
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [...questionnaireKey, 'preview', survey, language, document],
    queryFn: ({ signal }) =>
      call(previewQuestionnaire, { params: { survey }, body: { document, language } }, { signal }),
    placeholderData: (before) => before,
    staleTime: 60_000,
    gcTime: 0,
    meta: { quiet: true },
  })
  const scale = width === 0 ? 1 : Math.min(1, width / phone.width)
  return (
    <section aria-label={t('preview')} className={classes['preview']}>
      <h2 className={classes['subtitle']}>{t('previewIn', { language: localeNames[language] })}</h2>
      <div ref={ref} className={classes['stage']}>
        {error !== null && (
          <div role="alert" className={classes['previewFailed']}>
            <p>{errorText(error)}</p>
            <Button variant="default" size="compact-sm" loading={isFetching} onClick={() => void refetch()}>
              {t('previewAgain')}
            </Button>
          </div>
        )}
        {error === null && data === undefined && <Loading height={phone.height} />}
        {error === null && data !== undefined && (
          <div className={classes['phone']} style={{ width: phone.width * scale, height: phone.height * scale }}>
            <iframe
              title={t('preview')}
              sandbox=""
              srcDoc={data.html}
              className={classes['frame']}
              style={{ width: phone.width, height: phone.height, transform: `scale(${scale})` }}
            />
          </div>
        )}
      </div>
      <p className={classes['note']}>{t('previewHelp')}</p>
    </section>
  )
})
