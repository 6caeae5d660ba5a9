import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import type { z } from 'zod'
import { getWidgetData } from '@gensvar/contract/widget-data'
import type { WidgetCallName, WidgetType, widgets } from '@gensvar/contract/widgets/index'
import { call } from '#web/api.ts'
import { figuresMeta, rowsMeta } from '#web/lib/figures-shown.ts'
import { useDrillPath } from '#web/lib/place.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'

type Calls<Type extends WidgetType> = (typeof widgets)[Type]['calls']

/** Parameters of a widget's call, as the caller writes them. */
export type WidgetParams<Type extends WidgetType, Name extends WidgetCallName<Type>> = Calls<Type>[Name] extends {
  params: infer Params extends z.ZodType
}
  ? z.input<Params>
  : never

/** Answer of a widget's call. */
export type WidgetAnswer<Type extends WidgetType, Name extends WidgetCallName<Type>> = Calls<Type>[Name] extends {
  response: infer Response extends z.ZodType
}
  ? z.output<Response>
  : never

function queryOf(params: object): Record<string, string> {
  const given = Object.entries(params).filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]))
}

/** Fetches the figures of one component at a place; for cases that `useWidgetData` does not cover, such as exports. */
export async function fetchWidgetData<Type extends WidgetType, Name extends WidgetCallName<Type>>(
  _type: Type,
  name: Name,
  at: { survey: string; drillPath: string; component: string },
  params: WidgetParams<Type, Name>,
  signal?: AbortSignal,
): Promise<WidgetAnswer<Type, Name>> {
  const { survey, component, drillPath } = at
  const query = queryOf(params as object)
  const answer = await call(getWidgetData, { params: { call: name, survey, component, drillPath }, query }, { signal })
  return answer as WidgetAnswer<Type, Name>
}

/**
 * Figures of a component at the place and with the filters of the URL. While new ones load, the previous ones stay
 * (`isPlaceholderData`). `component` is the id in its configuration; `isOfRows` for rows that stay while somebody reads them.
 */
export function useWidgetData<Type extends WidgetType, Name extends WidgetCallName<Type>>(
  type: Type,
  name: Name,
  component: string,
  params: WidgetParams<Type, Name>,
  options: { enabled?: boolean; isOfRows?: boolean } = {},
): UseQueryResult<WidgetAnswer<Type, Name>> {
  const survey = useSurveyStart().survey.extName
  const drillPath = useDrillPath()
  return useQuery({
    queryKey: ['widget', survey, drillPath, component, name, queryOf(params as object)],
    queryFn: ({ signal }) => fetchWidgetData(type, name, { survey, drillPath, component }, params, signal),
    placeholderData: keepPreviousData,
    enabled: options.enabled,
    meta: options.isOfRows === true ? rowsMeta : figuresMeta,
  }) as UseQueryResult<WidgetAnswer<Type, Name>>
}
