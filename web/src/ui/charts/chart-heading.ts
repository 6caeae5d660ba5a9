import type { TitleComponentOption } from 'echarts/components'
import type { ChartView } from './chart-view.ts'
import type { ChartPalette } from './palette.ts'

/**
 * Font family of a drawing; the fallbacks are for files opened where the first font is missing. No double quotes: they
 * would end the attribute in an SVG document.
 */
export const chartFont = "'Inter Variable', Inter, Helvetica, Arial, sans-serif"

/** Title and answer over the drawing of a file. */
export function headingOf(view: ChartView, width: number, palette: ChartPalette): TitleComponentOption {
  return {
    text: view.title,
    subtext: view.answer,
    left: 12,
    top: 12,
    itemGap: 10,
    textStyle: {
      color: palette.ink,
      fontSize: 18,
      fontWeight: 600,
      fontFamily: chartFont,
      width: width - 24,
      overflow: 'truncate',
    },
    subtextStyle: {
      color: palette.quiet,
      fontSize: 14,
      fontFamily: chartFont,
      width: width - 24,
      overflow: 'truncate',
    },
  }
}
