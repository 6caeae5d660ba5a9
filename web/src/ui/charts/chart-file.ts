import type { ChartView } from './chart-view.ts'
import { startOffscreen } from './engine.ts'
import { chartPalettes } from './palette.ts'
import { chartPdf } from './chart-pdf.ts'
import { timeChartOption } from './time-chart-option.ts'

/** Kinds of file a chart can be saved as. */
export type FileKind = 'png' | 'jpeg' | 'pdf' | 'svg'

/** Size of a saved chart in pixels, and how many dots of an image make one of them. */
const size = { width: 1000, height: 560 }
const dotsPerPixel = 2

/** A chart with its title and answer as an SVG document, always on a white background. */
export function chartSvg(view: ChartView): string {
  const drawn = startOffscreen('svg', size.width, size.height)
  try {
    drawn.setOption(timeChartOption(view, { width: size.width, palette: chartPalettes.light, heading: true }))
    return drawn.renderToSVGString()
  } finally {
    drawn.dispose()
  }
}

/** A chart as an image. Throws where the browser has no memory for it. */
async function chartImage(view: ChartView, type: 'image/png' | 'image/jpeg'): Promise<Blob> {
  await document.fonts.ready
  const drawn = startOffscreen('canvas', size.width, size.height)
  try {
    drawn.setOption(timeChartOption(view, { width: size.width, palette: chartPalettes.light, heading: true }))
    const canvas = drawn.renderToCanvas({ pixelRatio: dotsPerPixel, backgroundColor: chartPalettes.light.surface })
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, 0.92))
    if (blob === null) throw new Error('The image could not be made')
    return blob
  } finally {
    drawn.dispose()
  }
}

/** A chart as a file of a kind, in the language and with the figures shown. */
export async function chartFile(view: ChartView, kind: FileKind): Promise<Blob> {
  switch (kind) {
    case 'png':
    case 'jpeg':
      return chartImage(view, `image/${kind}`)
    case 'svg':
      return new Blob([chartSvg(view)], { type: 'image/svg+xml' })
    case 'pdf':
      return chartPdf(chartSvg(view), size, () => chartImage(view, 'image/png'))
  }
}
