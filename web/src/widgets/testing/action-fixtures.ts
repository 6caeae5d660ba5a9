import {
  getActionChart,
  getActionData,
  getActionValue,
  getEffectivePeriod,
  updateAction,
} from '@gensvar/contract/actions'
import {
  actionEntities,
  actionManagerExample,
  closedActionExample,
  openActionExample,
  suggestedActionExample,
} from '@gensvar/contract/entities/actions'
import type { Action, ActionManagerData } from '@gensvar/contract/entities/actions'
import { chartEntities } from '@gensvar/contract/entities/chart'
import { serve } from '#web/testing/serve.ts'
import type { Served } from '#web/testing/serve.ts'

/** An open action with a title. */
export function openAction(id: number, title: string, change: Partial<Action> = {}): Action {
  return { ...openActionExample, id, variableText: title, deadline: '2199-06-30', ...change }
}

/** An action that was evaluated. */
export function closedAction(id: number, title: string, change: Partial<Action> = {}): Action {
  return { ...closedActionExample, id, variableText: title, ...change }
}

/** A suggestion for an item. */
export function suggestion(extname: string, title: string, change: Partial<Action> = {}): Action {
  return { ...suggestedActionExample, extname, variableText: title, ...change }
}

/** The lists of actions at a place; empty ones where none are given. */
export function actionLists(change: Partial<ActionManagerData> = {}): ActionManagerData {
  return { ...actionManagerExample, openActions: [], suggestedActions: [], closedActions: [], ...change }
}

/** What the dialog of an action asks for; a save is taken as it is. */
export function actionDialogServer(): Served[] {
  const data = actionEntities.ActionData.example
  const period = { from: '2026-04-01', to: '2026-06-30', text: { en: '1 April to 30 June 2026' } }
  return [
    serve(getActionData, ({ params }) => {
      const id = Number(params['actionId'])
      return { ...data, updateData: { ...data.updateData, id, extname: id === 0 ? '' : data.updateData.extname } }
    }),
    serve(updateAction, data.updateData),
    serve(getActionChart, chartEntities.ChartData.example),
    serve(getActionValue, { value: 8.1, formattedValue: '8.1', n: 140, withheld: null, unit: null }),
    serve(getEffectivePeriod, period),
  ]
}
