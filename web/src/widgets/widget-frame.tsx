import { DataCard } from '#web/ui/data-card.tsx'
import type { DataCardProps } from '#web/ui/data-card.tsx'
import { NoData } from './no-data.tsx'

/** The card of every widget with figures. If there are none, it names the path and the filters. */
export function WidgetFrame<Data>(props: DataCardProps<Data>) {
  return <DataCard {...props} empty={props.empty ?? <NoData />} />
}
