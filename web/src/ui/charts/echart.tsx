import { useEffect, useRef, useState } from 'react'
import { startDrawing } from './engine.ts'
import type { Drawn } from './engine.ts'
import { chartPalettes } from './palette.ts'
import type { ChartPalette } from './palette.ts'
import type { ChartOption } from './time-chart-option.ts'
import { useShownScheme } from './use-scheme.ts'

interface Props {
  /** The drawing for a width in pixels and a scheme's colours; must be the same function while nothing has changed. */
  draw: (width: number, palette: ChartPalette) => ChartOption
  /** Height in pixels. */
  height: number
  /** What the picture says, for those who cannot see it. */
  label: string
  renderer?: 'svg' | 'canvas'
  /** Called with the series and the category of a value that is clicked, by their indices. */
  onPick?: ((series: number, category: number) => void) | undefined
}

/** A drawing that updates with its options, its width and the colour scheme. */
export function EChart({ draw, height, label, renderer = 'svg', onPick }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  const [width, setWidth] = useState(0)
  const scheme = useShownScheme()

  useEffect(() => {
    const element = place.current
    if (element === null) return
    const made = startDrawing(element, renderer)
    setDrawn(made)
    const observer = new ResizeObserver(() => {
      made.resize()
      setWidth(made.getWidth())
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      made.dispose()
      setDrawn(null)
    }
  }, [renderer])

  useEffect(() => {
    if (drawn === null || width === 0) return
    drawn.setOption(draw(width, chartPalettes[scheme]), { notMerge: true })
  }, [draw, drawn, height, scheme, width])

  useEffect(() => {
    if (drawn === null || onPick === undefined) return
    const pick = ({ seriesIndex, dataIndex }: { seriesIndex?: number; dataIndex?: number }): void => {
      if (seriesIndex !== undefined && dataIndex !== undefined) onPick(seriesIndex, dataIndex)
    }
    drawn.on('click', pick)
    return () => {
      // The drawing may have gone before.
      if (!drawn.isDisposed()) drawn.off('click', pick)
    }
  }, [drawn, onPick])

  return <div ref={place} role="img" aria-label={label} style={{ width: '100%', height }} />
}
