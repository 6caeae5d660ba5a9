import type { PageConfig } from '@gensvar/contract/configuration/pages'
import type { WidgetCallName, WidgetConfig, WidgetType, widgets } from '@gensvar/contract/widgets/index'
import type { z } from 'zod'
import type { FigureRequest } from '#server/domain/indicators/figure-request.ts'

/** A call of a component: the caller, the component and the scope of rows. */
export interface WidgetRequest<Config> extends FigureRequest {
  config: Config
  /** The page the component is on. */
  page: Pick<PageConfig, 'extname' | 'selectionInterval'>
}

type Calls<Type extends WidgetType> = (typeof widgets)[Type]['calls']

type CallOf<Type extends WidgetType, Name extends keyof Calls<Type>> = Calls<Type>[Name] extends {
  params: infer Params extends z.ZodType
  response: infer Response extends z.ZodType
}
  ? (request: WidgetRequest<WidgetConfig<Type>>, params: z.output<Params>) => Promise<z.input<Response>>
  : never

/** The server's side of a widget: one function per call of its contract. */
export type WidgetServer<Type extends WidgetType> = { [Name in WidgetCallName<Type>]: CallOf<Type, Name> }
