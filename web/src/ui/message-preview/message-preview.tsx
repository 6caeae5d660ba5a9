import { SegmentedControl, Switch } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { PdfView } from '../pdf-view/pdf-view.tsx'
import { DataState } from '../states/data-state.tsx'
import { Loading } from '../states/loading.tsx'
import classes from './message-preview.module.css'
import { useTexts } from './texts.ts'

/** A message as its recipient gets it. */
export interface Message {
  subject: string
  /** Empty for a message of text alone, such as an SMS. */
  html: string
  text: string
  /** A letter as it is printed, in base64: nothing else of it is shown then. */
  pdf?: string
}

type View = 'desktop' | 'phone' | 'text'
const views: readonly View[] = ['desktop', 'phone', 'text']

interface Props {
  query: Pick<UseQueryResult<Message>, 'data' | 'error' | 'isPending' | 'refetch'>
  /** Whose message it is, as the name of the frame. */
  label: string
  /** Height of the message in pixels. */
  height?: number
}

/**
 * A rendered message: wide, as on a phone, or its plain text; light or dark; or a letter. It is shown in a frame that runs nothing and
 * leads nowhere.
 */
export function MessagePreview({ query, label, height = 560 }: Props) {
  const t = useTexts()
  const [view, setView] = useState<View>('desktop')
  const [isDark, setDark] = useState(false)
  return (
    <DataState query={query} height={height} loading={<Waiting height={height} />}>
      {({ subject, html, text, pdf }) =>
        pdf !== undefined ? (
          <PdfView pdf={pdf} label={label} height={height} />
        ) : (
          <div>
            {html !== '' && (
              <div className={classes['tools']}>
                <SegmentedControl
                  size="xs"
                  aria-label={t('as')}
                  value={view}
                  onChange={(value) => setView(views.find((one) => one === value) ?? 'desktop')}
                  data={views.map((value) => ({ value, label: t(value) }))}
                />
                <Switch
                  size="sm"
                  label={t('dark')}
                  disabled={view === 'text'}
                  checked={isDark}
                  onChange={(event) => setDark(event.currentTarget.checked)}
                />
              </div>
            )}
            {subject !== '' && <p className={classes['subject']}>{subject}</p>}
            {html === '' || view === 'text' ? (
              <pre className={classes['plain']} style={{ maxHeight: height }} tabIndex={0} aria-label={label}>
                {text}
              </pre>
            ) : (
              <iframe
                title={label}
                className={classes['frame']}
                style={{ height }}
                data-view={view}
                data-dark={isDark || undefined}
                sandbox=""
                srcDoc={html}
              />
            )}
          </div>
        )
      }
    </DataState>
  )
}

function Waiting({ height }: { height: number }) {
  const t = useTexts()
  return (
    <div>
      <p className="gv-quiet" role="status">
        {t('loading')}
      </p>
      <Loading height={height} />
    </div>
  )
}
