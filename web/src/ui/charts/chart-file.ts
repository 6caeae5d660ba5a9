import { startOffscreen } from './engine.ts'
import { chartPdf } from './chart-pdf.ts'
import { chartPalettes } from './palette.ts'
import type { ChartPalette } from './palette.ts'
import type { ChartOption } from './time-chart-option.ts'

/** Kinds of file a chart can be saved as. */
export type FileKind = 'png' | 'jpeg' | 'pdf' | 'svg'

/** A chart as it is saved: its drawing with title and answer, for a width in pixels. */
export interface SavedChart {
  title: string
  /** Height of the drawing in pixels, where it is not the usual one. */
  height?: number | undefined
  draw: (width: number, palette: ChartPalette) => ChartOption
}

/** Size of a saved chart in pixels, and how many dots of an image make one of them. */
const size = { width: 1000, height: 560 }
const dotsPerPixel = 2

/** A chart with its title and answer as an SVG document, always on a white background. */
export function chartSvg({ draw, height = size.height }: SavedChart): string {
  const drawn = startOffscreen('svg', size.width, height)
  try {
    drawn.setOption(draw(size.width, chartPalettes.light))
    return drawn.renderToSVGString()
  } finally {
    drawn.dispose()
  }
}

/** A chart as an image. Throws where the browser has no memory for it. */
async function chartImage({ draw, height = size.height }: SavedChart, type: 'image/png' | 'image/jpeg'): Promise<Blob> {
  await document.fonts.ready
  const drawn = startOffscreen('canvas', size.width, height)
  try {
    drawn.setOption(draw(size.width, chartPalettes.light))
    const canvas = drawn.renderToCanvas({ pixelRatio: dotsPerPixel, backgroundColor: chartPalettes.light.surface })
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, 0.92))
    if (blob === null) throw new Error('The image could not be made')
    return blob
  } finally {
    drawn.dispose()
  }
}

/** A chart as a file of a kind, in the language and with the figures shown. */
export async function chartFile(chart: SavedChart, kind: FileKind): Promise<Blob> {
  switch (kind) {
    case 'png':
    case 'jpeg':
      return chartImage(chart, `image/${kind}`)
    case 'svg':
      return new Blob([chartSvg(chart)], { type: 'image/svg+xml' })
    case 'pdf':
      return chartPdf(chartSvg(chart), { ...size, height: chart.height ?? size.height }, () =>
        chartImage(chart, 'image/png'),
      )
  }
}
