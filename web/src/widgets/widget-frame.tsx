import { DataCard } from '#web/ui/data-card.tsx'
import type { DataCardProps } from '#web/ui/data-card.tsx'
import { NoData } from './no-data.tsx'

/** The ground of every widget that has figures. Where there are none it names the path and the filters. */
export function WidgetFrame<Data>(props: DataCardProps<Data>) {
  return <DataCard {...props} empty={props.empty ?? <NoData />} />
}
