import type { z } from 'zod'
import { getWidgetData } from '@gensvar/contract/widget-data'
import { widgets } from '@gensvar/contract/widgets/index'
import type { WidgetType } from '@gensvar/contract/widgets/index'
import { refusal, serve } from '#web/testing/serve.ts'
import type { SeenCall, Served } from '#web/testing/serve.ts'

type DataOf<Type extends WidgetType> = (typeof widgets)[Type]['calls'] extends {
  data: { response: infer Response extends z.ZodType }
}
  ? z.input<Response>
  : never

/**
 * Serves the figures of components of one type, by the component's id; the widget's own schema checks them. Its other calls are
 * answered by `others`, else by the example of its contract.
 */
export function serveWidget<Type extends WidgetType>(
  type: Type,
  answers: (component: string, seen: SeenCall) => DataOf<Type> | Response | undefined,
  others: Readonly<Record<string, () => unknown>> = {},
): Served {
  return serve(getWidgetData, async (seen) => {
    const name = seen.params['call'] ?? 'data'
    const examples: Partial<Record<string, unknown>> = widgets[type].example.responses
    if (name !== 'data' && answers('', seen) !== undefined && name in examples)
      return others[name]?.() ?? examples[name]
    const answer = answers(seen.params['component'] ?? '', seen)
    if (answer === undefined) return refusal('not_found', 'No such component')
    if (answer instanceof Response) return answer
    const { calls } = widgets[type] as { calls: { data?: { response: z.ZodType } } }
    return calls.data?.response.parse(answer)
  })
}

/** The answer to a call of a component in the example of its contract. */
export function exampleAnswer(type: WidgetType, call = 'data'): unknown {
  const responses: Record<string, unknown> = widgets[type].example.responses
  return responses[call]
}
