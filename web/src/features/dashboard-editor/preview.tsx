import { SegmentedControl, NativeSelect } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { memo, useState } from 'react'
import { useDrillPath } from '#web/lib/place.ts'
import { pageAddress } from '#web/lib/survey-start.ts'
import type { DraftPage } from './structure/draft-pages.ts'
import { useTexts } from './texts.ts'
import classes from './dashboard-editor.module.css'

/** Widths of the window that the page is drawn for, in pixels. */
const widths = { computer: 1100, phone: 390 } as const

interface Props {
  survey: string
  /** Pages of the draft. */
  pages: readonly DraftPage[]
  /** Version of the draft that is shown; 0 for what is published. */
  version: number
  /** Number of the published version. */
  published: number
  /** The page shown, by its name. */
  shown: string
  onShow: (page: string) => void
  /** Why what is shown is not the text as it is; null where it is. */
  note: string | null
}

/** The page as the draft has it: the application itself in a frame, answered as the draft would have it. */
export const Preview = memo(function Preview({ survey, pages, version, published, shown, onShow, note }: Props) {
  const t = useTexts()
  const drillPath = useDrillPath()
  const [device, setDevice] = useState<keyof typeof widths>('computer')
  const { ref, width, height } = useElementSize()
  const page = pages.find(({ extname }) => extname === shown) ?? pages[0]
  const full = widths[device]
  const scale = width === 0 ? 1 : Math.min(1, width / full)
  return (
    <section aria-label={t('preview')} className={classes['preview']}>
      <div className={classes['previewHead']}>
        <NativeSelect
          aria-label={t('page')}
          value={page?.extname ?? ''}
          data={pages.map(({ extname, title }) => ({ value: extname, label: title }))}
          onChange={(event) => onShow(event.currentTarget.value)}
        />
        <SegmentedControl
          aria-label={t('device')}
          value={device}
          onChange={(value) => setDevice(value as keyof typeof widths)}
          data={[
            { value: 'computer', label: t('computer') },
            { value: 'phone', label: t('phone') },
          ]}
        />
      </div>
      <p role="status" className={classes['previewNote']}>
        {note}
      </p>
      <div ref={ref} className={classes['stage']}>
        {page === undefined ? (
          <p className="gv-quiet">{t('noPages')}</p>
        ) : (
          <iframe
            key={version === 0 ? `published ${published}` : 'draft'}
            title={t('previewOf', { page: page.title })}
            src={`${pageAddress(page, survey, drillPath)}?draft=${version}`}
            className={classes['frame']}
            style={{
              width: full,
              height: height / scale,
              transform: `scale(${scale})`,
              marginInlineStart: Math.max(0, (width - full * scale) / 2),
            }}
          />
        )}
      </div>
    </section>
  )
})
