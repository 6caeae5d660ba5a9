import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Card } from '#web/ui/card.tsx'
import type { PdfPage } from '#web/ui/pdf-view/pdf-page.ts'
import { PdfView } from '#web/ui/pdf-view/pdf-view.tsx'
import { useTexts as useLetterTexts } from '#web/ui/pdf-view/texts.ts'
import { DataState } from '#web/ui/states/data-state.tsx'
import { Empty } from '#web/ui/states/states.tsx'
import { envelopeWindows, seenThrough } from './letter-window.ts'
import type { EnvelopeWindow } from './letter-window.ts'
import { letterQuery } from './queries.ts'
import { useTexts } from './texts.ts'
import classes from './letter.module.css'

const windows = ['din', 'nordicC5', 'nordicC65', 'nordicC5Right', 'nordicC65Right'] as const
const height = 720

interface Props {
  survey: string
  /** Key of the document; empty while there is none. */
  document: string
  language: string
}

/** A letter filled with examples as it is printed, and what the window of an envelope shows of it. */
export function LetterPreview({ survey, document, language }: Props) {
  const t = useTexts()
  const l = useLetterTexts()
  const query = useQuery({ ...letterQuery(survey, document, language), enabled: document !== '' })
  const [chosen, setChosen] = useState<EnvelopeWindow | ''>('din')
  return (
    <Card title={t('preview')}>
      {document === '' ? (
        <Empty title={l('noDocument')}>{l('noDocumentText')}</Empty>
      ) : (
        <div className={classes['preview']}>
          <NativeSelect
            label={l('window')}
            description={l('windowHelp')}
            value={chosen}
            onChange={({ currentTarget }) => setChosen(windows.find((one) => one === currentTarget.value) ?? '')}
            data={[
              { value: '', label: l('window_none') },
              ...windows.map((value) => ({ value, label: l(`window_${value}`) })),
            ]}
          />
          <DataState query={query} height={height}>
            {({ pdf }) => (
              <PdfView pdf={pdf} label={l('letter')} height={height}>
                {(page) => chosen !== '' && <Window page={page} name={chosen} />}
              </PdfView>
            )}
          </DataState>
        </div>
      )}
    </Card>
  )
}

/** The window over a page, with what it shows below the page's top edge. */
function Window({ page, name }: { page: PdfPage; name: EnvelopeWindow }) {
  const l = useLetterTexts()
  const { left, top, width, height: tall } = envelopeWindows[name]
  const { shown, cut } = seenThrough(page, name)
  const share = (length: number, of: number): string => `${(length / of) * 100}%`
  return (
    <>
      <div
        className={classes['window']}
        data-cut={cut.length > 0 || undefined}
        aria-hidden="true"
        style={{
          left: share(left, page.width),
          top: share(top, page.height),
          width: share(width, page.width),
          height: share(tall, page.height),
        }}
      />
      <div className={classes['seen']} role="status">
        <p>{shown.length > 0 ? l('windowShows', { text: shown.join(' / ') }) : l('windowEmpty')}</p>
        {cut.length > 0 && <p className={classes['cut']}>{l('windowCut', { text: cut.join(' / ') })}</p>}
      </div>
    </>
  )
}
