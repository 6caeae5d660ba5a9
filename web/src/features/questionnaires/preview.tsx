import { ActionIcon, Button } from '@mantine/core'
import { useDebouncedValue, useElementSize } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Locale } from '@gensvar/contract/local-text'
import { previewQuestionnaire } from '@gensvar/contract/questionnaires'
import { memo, useMemo, useState } from 'react'
import { call } from '#web/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { localeNames } from '#web/lib/locale.ts'
import { Loading } from '#web/ui/states/loading.tsx'
import { documentOf, pageOf } from './document/edited-document.ts'
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
  /** Key of the question whose page is shown until another one is turned to; null for the first page. */
  chosen: string | null
}

/** The page as respondents see it on a phone, in a frame that runs nothing and leads nowhere. */
export const Preview = memo(function Preview({ survey, document: edited, language, chosen }: Props) {
  const t = useTexts()
  const { ref, width } = useElementSize()
  const [drawn] = useDebouncedValue(edited, drawAfter)
  const document = useMemo(() => documentOf(drawn), [drawn])
  const [turned, setTurned] = useState<{ from: string | null; page: number | null }>({ from: chosen, page: null })
  // Another question is chosen: its own page is shown again.
  if (turned.from !== chosen) setTurned({ from: chosen, page: null })
  const page = turned.page ?? pageOf(drawn, chosen)
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [...questionnaireKey, 'preview', survey, language, document, page],
    queryFn: ({ signal }) =>
      call(previewQuestionnaire, { params: { survey }, body: { document, language, page } }, { signal }),
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
      {error === null && data !== undefined && data.pages > 1 && (
        <Pages
          page={Math.min(page, data.pages - 1)}
          pages={data.pages}
          onTurn={(to) => setTurned({ from: chosen, page: to })}
        />
      )}
      <p className={classes['note']}>{t('previewHelp')}</p>
    </section>
  )
})

/** Which of the pages is shown, and ways to the others. */
function Pages({ page, pages, onTurn }: { page: number; pages: number; onTurn: (to: number) => void }) {
  const t = useTexts()
  return (
    <div className={classes['pages']}>
      <ActionIcon
        variant="default"
        aria-label={t('previewBack')}
        disabled={page === 0}
        onClick={() => onTurn(page - 1)}
      >
        <IconChevronLeft size={16} aria-hidden="true" />
      </ActionIcon>
      <span aria-live="polite">{t('previewPage', { page: page + 1, pages })}</span>
      <ActionIcon
        variant="default"
        aria-label={t('previewNext')}
        disabled={page === pages - 1}
        onClick={() => onTurn(page + 1)}
      >
        <IconChevronRight size={16} aria-hidden="true" />
      </ActionIcon>
    </div>
  )
}
