import type { ReactNode } from 'react'
import { Suspense } from 'react'
import { onDemand } from '#web/lib/on-demand.tsx'
import { Loading } from '../states/loading.tsx'
import type { PdfPage } from './pdf-page.ts'

const Pages = onDemand(async () => (await import('./pdf-pages.tsx')).PdfPages)

interface Props {
  /** The file in base64. */
  pdf: string
  /** What it is, for screen readers. */
  label: string
  /** Height that is kept while it is read, in pixels. */
  height?: number
  /** Drawn over the first page, in its own coordinates. */
  children?: (page: PdfPage) => ReactNode
}

/** A PDF file, page below page. The code that reads it comes with the first one. */
export function PdfView({ pdf, label, height = 560, children }: Props) {
  return (
    <Suspense fallback={<Loading height={height} />}>
      <Pages pdf={pdf} label={label} height={height} over={children} />
    </Suspense>
  )
}
