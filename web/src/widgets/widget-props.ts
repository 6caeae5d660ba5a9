import type { WidgetConfig, WidgetType } from '@gensvar/contract/widgets/index'

/** What the view of every widget is given; it fetches its figures itself with `useWidgetData`. */
export interface WidgetProps<Type extends WidgetType> {
  config: WidgetConfig<Type>
}
