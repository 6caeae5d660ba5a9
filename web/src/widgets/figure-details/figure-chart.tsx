import type { ComponentProps } from 'react'
import { TimeChart } from '#web/ui/charts/time-chart.tsx'
import { useChartFigures } from './use-chart-figures.tsx'

/** Indicators over time, each value of which opens what it is. */
export function FigureChart(props: Omit<ComponentProps<typeof TimeChart>, 'pickOf'>) {
  const { pickOf, dialog } = useChartFigures(props.data, props.period)
  return (
    <>
      <TimeChart {...props} pickOf={pickOf} />
      {dialog}
    </>
  )
}
