import type { WidgetConfig, WidgetType } from '@gensvar/contract/widgets/index'

/** The props of every widget's view; it fetches its figures itself with `useWidgetData`. */
export interface WidgetProps<Type extends WidgetType> {
  config: WidgetConfig<Type>
}
