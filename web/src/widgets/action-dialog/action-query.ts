import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  getActionChart,
  getActionData,
  getActionValue,
  getEffectivePeriod,
  listResponsibles,
} from '@gensvar/contract/actions'
import type { Action } from '@gensvar/contract/entities/actions'
import { call } from '#web/api.ts'
import type { Answer } from '#web/api.ts'
import type { ActionDialogProps } from './action-props.ts'

/** An action and what its dialog offers. */
export type ActionData = Answer<typeof getActionData>

/** A place and what is asked of it. */
export interface AskedPlace {
  survey: string
  drillPath: string
}

type Opened = Pick<ActionDialogProps, 'survey' | 'drillPath' | 'actionId' | 'extname'>

/** Fetches an action as it is stored. */
export function fetchAction({ survey, drillPath, actionId, extname }: Opened, signal?: AbortSignal) {
  const query = extname === undefined ? {} : { extname }
  return call(getActionData, { params: { survey, drillPath, actionId }, query }, { signal })
}

/** An action, fetched whenever its dialog is opened, and not while it is edited: what is new then is told on saving. */
export function actionQuery(opened: Opened) {
  const { survey, drillPath, actionId, extname } = opened
  return queryOptions({
    queryKey: ['action', survey, drillPath, actionId, extname ?? ''],
    queryFn: ({ signal }) => fetchAction(opened, signal),
    staleTime: Infinity,
    gcTime: 0,
    meta: { quiet: true },
  })
}

/** Where figures of an action are asked for: its own place, or that of the dialog for a new one. */
export function placeOf({ survey, drillPath }: AskedPlace, action: Pick<Action, 'id' | 'drillPath'>): AskedPlace {
  return { survey, drillPath: action.id === 0 || action.drillPath === '' ? drillPath : action.drillPath }
}

/** The current value of an item; without an item or a period it is not asked for. */
export function valueQuery({ survey, drillPath }: AskedPlace, expression: string, period: string) {
  return queryOptions({
    queryKey: ['action-value', survey, drillPath, expression, period],
    queryFn: ({ signal }) =>
      call(getActionValue, { params: { survey, drillPath }, query: { expression, period } }, { signal }),
    enabled: expression !== '' && period !== '',
    meta: { quiet: true },
  })
}

/** An item over time; without an item it is not asked for. */
export function chartQuery({ survey, drillPath }: AskedPlace, expression: string) {
  return queryOptions({
    queryKey: ['action-chart', survey, drillPath, expression],
    queryFn: ({ signal }) => call(getActionChart, { params: { survey, drillPath }, query: { expression } }, { signal }),
    enabled: expression !== '',
    meta: { quiet: true },
  })
}

/** The days of the end value; not asked for without a period or a deadline. */
export function effectiveQuery(survey: string, period: string, deadline: string | null) {
  return queryOptions({
    queryKey: ['action-period', survey, period, deadline],
    queryFn: ({ signal }) =>
      call(getEffectivePeriod, { params: { survey }, query: { period, deadline: deadline ?? '' } }, { signal }),
    enabled: period !== '' && deadline !== null,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  })
}

/** Those who can be responsible, by a part of their name. */
export function responsiblesQuery({ survey, drillPath }: AskedPlace, term: string) {
  return queryOptions({
    queryKey: ['action-responsibles', survey, drillPath, term],
    queryFn: ({ signal }) => call(listResponsibles, { params: { survey, drillPath }, query: { term } }, { signal }),
    placeholderData: keepPreviousData,
  })
}
