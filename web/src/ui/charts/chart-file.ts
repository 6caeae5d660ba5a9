import { startOffscreen } from './engine.ts'
import { chartPalettes } from './palette.ts'
import type { ChartPalette } from './palette.ts'
import { chartPdf } from './chart-pdf.ts'
import type { ChartOption } from './time-chart-option.ts'

/** Kinds of file a chart can be saved as. */
export type FileKind = 'png' | 'jpeg' | 'pdf' | 'svg'

/** Size of a saved chart in pixels, and how many dots of an image make one of them. */
const size = { width: 1000, height: 560 }
const dotsPerPixel = 2

/** Draws a chart for a file: with its title and answer, in a width in pixels, without anything for the pointer. */
export type DrawFile = (drawing: { width: number; palette: ChartPalette; heading: true }) => ChartOption

function fileOption(draw: DrawFile): ChartOption {
  return draw({ width: size.width, palette: chartPalettes.light, heading: true })
}

/** A chart with its title and answer as an SVG document, always on a white background. */
export function chartSvg(draw: DrawFile): string {
  const drawn = startOffscreen('svg', size.width, size.height)
  try {
    drawn.setOption(fileOption(draw))
    return drawn.renderToSVGString()
  } finally {
    drawn.dispose()
  }
}

/** A chart as an image. Throws where the browser has no memory for it. */
async function chartImage(draw: DrawFile, type: 'image/png' | 'image/jpeg'): Promise<Blob> {
  await document.fonts.ready
  const drawn = startOffscreen('canvas', size.width, size.height)
  try {
    drawn.setOption(fileOption(draw))
    const canvas = drawn.renderToCanvas({ pixelRatio: dotsPerPixel, backgroundColor: chartPalettes.light.surface })
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, 0.92))
    if (blob === null) throw new Error('The image could not be made')
    return blob
  } finally {
    drawn.dispose()
  }
}

/** A chart as a file of a kind, in the language and with the figures shown. */
export async function chartFile(draw: DrawFile, kind: FileKind): Promise<Blob> {
  switch (kind) {
    case 'png':
    case 'jpeg':
      return chartImage(draw, `image/${kind}`)
    case 'svg':
      return new Blob([chartSvg(draw)], { type: 'image/svg+xml' })
    case 'pdf':
      return chartPdf(chartSvg(draw), size, () => chartImage(draw, 'image/png'))
  }
}
