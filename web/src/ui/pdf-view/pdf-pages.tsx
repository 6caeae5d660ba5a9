import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { Loading } from '../states/loading.tsx'
import { Empty } from '../states/states.tsx'
import { plainText } from './pdf-page.ts'
import type { PdfPage } from './pdf-page.ts'
import { readPdf } from './read-pdf.ts'
import type { DrawablePage } from './read-pdf.ts'
import classes from './pdf-view.module.css'
import { useTexts } from './texts.ts'

interface Props {
  pdf: string
  label: string
  height: number
  over: ((page: PdfPage) => ReactNode) | undefined
}

/** The pages of a PDF, drawn one below the other, each with its text for screen readers. */
export function PdfPages({ pdf, label, height, over }: Props) {
  const t = useTexts()
  const [read, setRead] = useState<{ pdf: string; pages: DrawablePage[]; total: number } | 'failed' | null>(null)
  useEffect(() => {
    let isGone = false
    let end: (() => void) | null = null
    readPdf(pdf).then(
      (file) => {
        end = file.end
        if (isGone) file.end()
        else setRead({ pdf, pages: file.pages, total: file.total })
      },
      () => isGone || setRead('failed'),
    )
    return () => {
      isGone = true
      end?.()
    }
  }, [pdf])
  if (read === 'failed') return <Empty title={t('unreadable')} />
  if (read === null || read.pdf !== pdf) return <Loading height={height} />
  return (
    <section aria-label={label} className={classes['pages']}>
      {read.pages.map((page) => (
        <div key={page.number} className={classes['page']}>
          <Page page={page} name={t('page', { n: page.number, total: read.total })} />
          {page.number === 1 && over?.(page)}
        </div>
      ))}
      {read.total > read.pages.length && <p className="gv-quiet">{t('more', { n: read.pages.length })}</p>}
    </section>
  )
}

function Page({ page, name }: { page: DrawablePage; name: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => {
    // A page whose drawing is ended by leaving it is drawn again when it is shown again.
    if (canvas.current)
      page.draw(canvas.current).then(
        () => setDrawn(true),
        () => undefined,
      )
  }, [page])
  return (
    <>
      <canvas
        ref={canvas}
        className={classes['canvas']}
        style={{ aspectRatio: `${page.width} / ${page.height}` }}
        data-drawn={isDrawn || undefined}
        aria-hidden="true"
      />
      <div className={classes['unseen']} role="group" aria-label={name}>
        {plainText(page)}
      </div>
    </>
  )
}
