import {
  actionManagerExample,
  closedActionExample,
  openActionExample,
  suggestedActionExample,
} from '@gensvar/contract/entities/actions'
import type { Action, ActionManagerData } from '@gensvar/contract/entities/actions'

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
