import { BarChart, LineChart, ScatterChart } from 'echarts/charts'
import {
  GridComponent,
  LegendComponent,
  MarkAreaComponent,
  MarkLineComponent,
  TitleComponent,
  TooltipComponent,
  VisualMapComponent,
} from 'echarts/components'
import { init, use as provide } from 'echarts/core'
import type { EChartsType } from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { CanvasRenderer, SVGRenderer } from 'echarts/renderers'

provide([
  BarChart,
  CanvasRenderer,
  GridComponent,
  LegendComponent,
  LineChart,
  MarkAreaComponent,
  MarkLineComponent,
  LabelLayout,
  SVGRenderer,
  ScatterChart,
  TitleComponent,
  TooltipComponent,
  VisualMapComponent,
])

/** A drawing on the page. */
export type Drawn = EChartsType

/** Starts an empty drawing that fills an element; the caller disposes of it. */
export function startDrawing(element: HTMLElement, renderer: 'svg' | 'canvas'): Drawn {
  return init(element, undefined, { renderer })
}

/** Starts an empty drawing of a given size in pixels outside of the page; the caller disposes of it. */
export function startOffscreen(renderer: 'svg' | 'canvas', width: number, height: number): Drawn {
  if (renderer === 'svg') return init(null, undefined, { renderer, ssr: true, width, height })
  return init(document.createElement('div'), undefined, { renderer, width, height })
}
