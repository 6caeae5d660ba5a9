import { SegmentedControl, Switch } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { previewMail } from '@gensvar/contract/templates'
import { useState } from 'react'
import type { Answer } from '#web/api.ts'
import { DataState } from '#web/ui/states/data-state.tsx'
import { useTexts } from './texts.ts'
import classes from './templates.module.css'

type Shown = Answer<typeof previewMail>
type View = 'desktop' | 'phone' | 'text'

const views: readonly View[] = ['desktop', 'phone', 'text']

/** The mail as recipients get it, filled with examples: wide, as on a phone, or its plain text; light or dark. */
export function Preview({ query }: { query: UseQueryResult<Shown> }) {
  const t = useTexts()
  const [view, setView] = useState<View>('desktop')
  const [isDark, setDark] = useState(false)
  return (
    <>
      <div className={classes['tools']}>
        <SegmentedControl
          aria-label={t('previewAs')}
          value={view}
          onChange={(value) => setView(value as View)}
          data={views.map((value) => ({ value, label: t(`view_${value}`) }))}
        />
        <Switch
          label={t('dark')}
          disabled={view === 'text'}
          checked={isDark}
          onChange={(event) => setDark(event.currentTarget.checked)}
        />
      </div>
      <DataState query={query} height={480}>
        {({ mail, problems }) =>
          mail === null ? (
            <ul className={classes['problems']}>
              {problems
                .filter(({ isError }) => isError)
                .map(({ line, text }) => (
                  <li key={`${line} ${text}`}>{line === null ? text : t('atLine', { line, text })}</li>
                ))}
            </ul>
          ) : (
            <>
              <p className={classes['subject']}>{mail.subject}</p>
              {view === 'text' ? (
                <pre className={classes['plain']} tabIndex={0} aria-label={t('view_text')}>
                  {mail.text}
                </pre>
              ) : (
                <iframe
                  title={t('preview')}
                  className={classes['frame']}
                  data-view={view}
                  data-dark={isDark || undefined}
                  sandbox=""
                  srcDoc={mail.html}
                />
              )}
            </>
          )
        }
      </DataState>
    </>
  )
}
