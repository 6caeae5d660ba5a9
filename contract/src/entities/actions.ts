import { z } from 'zod'
import { localText } from '../local-text.ts'
import { defineEntity } from './entity.ts'

/** Action states: 0 open, 1 completed, 2 failed. */
export const actionState = z.union([z.literal(0), z.literal(1), z.literal(2)])

/** A note in an action's history, with the score and the goal of that moment. */
export const actionComment = z.object({
  updated: z.iso.datetime({ offset: true }),
  formattedScore: z.string().nullable(),
  formattedGoal: z.string().nullable(),
  username: z.string(),
  message: z.string(),
})

/** The figures of an action's score bar. */
export const actionVarData = z.object({
  value: z.number().nullable(),
  goalValue: z.number().nullable(),
  inverse: z.boolean(),
  minValue: z.number().nullable(),
  maxValue: z.number().nullable(),
})

/** An action: an item to move to a goal by a deadline, at a place. Its id is 0 until it is saved. */
export const action = z.object({
  id: z.number().int().min(0),
  /** Of the actionable item. */
  extname: z.string(),
  state: actionState,
  expression: z.string(),
  goal: z.number().nullable(),
  periodStartDate: z.iso.date().nullable(),
  deadline: z.iso.date().nullable(),
  responsible: z.string(),
  /** The note being written. */
  comments: z.string(),
  commentsList: z.array(actionComment),
  period: z.string(),
  suggestion: z.boolean(),
  canEdit: z.boolean(),
  variableText: localText,
  goalText: z.string(),
  periodText: localText,
  deadlineText: localText,
  filterText: localText,
  /** The current value of an open action, the end value of a closed one, as shown. */
  endValueText: z.string(),
  varData: actionVarData,
})

/** What the edit dialog opens with: the action and what can be acted on. */
export const actionData = z.object({
  updateData: action,
  actionableItems: z.array(
    z.object({
      expression: z.string(),
      extname: z.string(),
      title: localText,
      goalMin: z.number().nullable(),
      goalMax: z.number().nullable(),
    }),
  ),
})

/** A ready-made plan; `target` says how many of five balls are wanted. */
export const compoundAction = z.object({
  title: localText,
  type: z.string(),
  items: z.array(
    z.object({
      value: z.string(),
      text: localText,
      target: z.enum(['TARGET0', 'TARGET1', 'TARGET2', 'TARGET3']),
    }),
  ),
})

/** The lists of actions at a place; `actionPlanData` is the older plan where actions are not configured. */
export const actionManagerData = z.object({
  anchorable: z.boolean(),
  openActions: z.array(action),
  closedActions: z.array(action),
  suggestedActions: z.array(action),
  isActionsConfigured: z.boolean(),
  actionPlanData: z.array(compoundAction).nullable(),
})

const actionCommentExample: z.infer<typeof actionComment> = {
  updated: '2026-03-02T08:15:00Z',
  formattedScore: '8.1',
  formattedGoal: '8.5',
  username: 'anna@example.org',
  message: 'New greeting at the door.',
}

const actionExample: z.infer<typeof action> = {
  id: 5,
  extname: 'helpful',
  state: 0,
  expression: 'mean(helpful)',
  goal: 8.5,
  periodStartDate: '2026-01-01',
  deadline: '2026-06-30',
  responsible: 'anna@example.org',
  comments: '',
  commentsList: [actionCommentExample],
  period: 'rel_-3m_0d',
  suggestion: false,
  canEdit: true,
  variableText: { en: 'Helpful staff' },
  goalText: '8.5',
  periodText: { en: 'Last three months' },
  deadlineText: { en: '30 June 2026' },
  filterText: { en: 'All customers' },
  endValueText: '8.1',
  varData: { value: 8.1, goalValue: 8.5, inverse: false, minValue: 1, maxValue: 10 },
}

/** Valid lists of actions, for the examples of everything that holds them. */
export const actionManagerExample: z.infer<typeof actionManagerData> = {
  anchorable: true,
  openActions: [actionExample],
  closedActions: [],
  suggestedActions: [{ ...actionExample, id: 0, suggestion: true }],
  isActionsConfigured: true,
  actionPlanData: null,
}

/** Action entities with their examples. */
export const actionEntities = {
  Action: defineEntity(action, actionExample),
  ActionComment: defineEntity(actionComment, actionCommentExample),
  ActionData: defineEntity(actionData, {
    updateData: actionExample,
    actionableItems: [
      { expression: 'mean(helpful)', extname: 'helpful', title: { en: 'Helpful staff' }, goalMin: 1, goalMax: 10 },
    ],
  }),
  CompoundAction: defineEntity(compoundAction, {
    title: { en: 'Keep it up' },
    type: 'maintain',
    items: [{ value: 'helpful', text: { en: 'Helpful staff' }, target: 'TARGET3' }],
  }),
  ActionManagerData: defineEntity(actionManagerData, actionManagerExample),
}
