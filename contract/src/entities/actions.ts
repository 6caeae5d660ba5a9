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

/** What an evaluation says: better than comparable units, no more than chance, worse, or too few answers to say. */
export const effectVerdicts = ['helped', 'unclear', 'worse', 'few'] as const

/**
 * The change of an action's figure beside that of comparable units (siblings without such an action): the difference of
 * both changes with its 95 % interval, in the figure's unit.
 */
export const actionEffect = z.object({
  verdict: z.enum(effectVerdicts),
  /** Null where there are too few answers to say. */
  difference: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  formattedDifference: z.string().nullable(),
  /** Both ends, as shown. */
  formattedInterval: z.string().nullable(),
  /** Answers of the place before and after. */
  nBefore: z.number().int().nullable(),
  nAfter: z.number().int().nullable(),
  /** Number of comparable units, and their answers before and after. */
  comparable: z.number().int(),
  comparableBefore: z.number().int(),
  comparableAfter: z.number().int(),
  /** All of it in a sentence. */
  text: localText,
})

/** An action's effect. */
export type ActionEffect = z.infer<typeof actionEffect>

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
  /** Title of what is done; empty where nothing is chosen. */
  kindText: localText,
  /** The current value of an open action, the end value of a closed one, as shown. */
  endValueText: z.string(),
  varData: actionVarData,
  /** Grows with each change; a save names the one it was made from. */
  version: z.int32(),
  /** Extname of what is done; null where nothing is chosen or the configuration names no kinds. */
  kind: z.string().nullable(),
  /** Name of the one responsible, or the username where there is none; empty without anybody. */
  responsibleName: z.string(),
  /** Where it is anchored: the names from the top, and where they lead. */
  place: z.string(),
  drillPath: z.string(),
  /** Why it is suggested, in a sentence; null for one that is not. */
  reason: localText.nullable(),
  /** The frozen figure of its start, as shown; null before that, or where it is withheld. */
  formattedBaseline: z.string().nullable(),
  baselineValue: z.number().nullable(),
  /** Null until it is evaluated. */
  effect: actionEffect.nullable(),
  /** Why the figure is not shown, or that the item is gone from the configuration; null where all is well. */
  notice: localText.nullable(),
})

/** An action. */
export type Action = z.infer<typeof action>

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
  /** How long a time its figures can cover, shortest first. */
  periods: z.array(z.object({ value: z.string(), title: localText })),
  kinds: z.array(z.object({ extname: z.string(), title: localText })),
  /** Whether the caller may delete it. */
  canDelete: z.boolean(),
})

/** What the edit dialog opens with. */
export type ActionData = z.infer<typeof actionData>

/** A ready-made plan; the number of `target` says how many of three balls are wanted. */
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

/** The lists of actions at a place, soonest deadline first and the last closed ones first; `actionPlanData` is the older plan where actions are not configured. */
export const actionManagerData = z.object({
  anchorable: z.boolean(),
  openActions: z.array(action),
  closedActions: z.array(action),
  suggestedActions: z.array(action),
  isActionsConfigured: z.boolean(),
  actionPlanData: z.array(compoundAction).nullable(),
  /** Why there are no suggestions; null where there are, or where nothing stands out. */
  noSuggestions: localText.nullable(),
})

/** The lists of actions at a place. */
export type ActionManagerData = z.infer<typeof actionManagerData>

const actionCommentExample: z.infer<typeof actionComment> = {
  updated: '2026-03-02T08:15:00Z',
  formattedScore: '8.1',
  formattedGoal: '8.5',
  username: 'anna@example.org',
  message: 'New greeting at the door.',
}

const actionExample: Action = {
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
  periodText: { en: 'Three months' },
  deadlineText: { en: '30 June 2026' },
  filterText: { en: 'All customers' },
  kindText: { en: 'Training' },
  endValueText: '8.1',
  varData: { value: 8.1, goalValue: 8.5, inverse: false, minValue: 1, maxValue: 10 },
  version: 1,
  kind: 'training',
  responsibleName: 'Anna Berg',
  place: 'Sweden › Stockholm › Storgatan',
  drillPath: 'country=Sweden;region=Stockholm;store=Storgatan',
  reason: null,
  formattedBaseline: '7.8',
  baselineValue: 7.8,
  effect: null,
  notice: null,
}

/** A valid action, for the examples of everything that holds one. */
export const openActionExample = actionExample

/** A valid effect, for the examples of everything that holds one. */
export const actionEffectExample: ActionEffect = {
  verdict: 'helped',
  difference: 0.6,
  low: 0.2,
  high: 1,
  formattedDifference: '+0.6',
  formattedInterval: '+0.2 to +1.0',
  nBefore: 140,
  nAfter: 152,
  comparable: 6,
  comparableBefore: 812,
  comparableAfter: 840,
  text: { en: '0.6 better than 6 comparable units (+0.2 to +1.0)' },
}

/** A valid action that was evaluated. */
export const closedActionExample: Action = {
  ...actionExample,
  id: 4,
  state: 1,
  canEdit: false,
  endValueText: '8.6',
  varData: { ...actionExample.varData, value: 8.6 },
  effect: actionEffectExample,
}

/** A valid suggestion. */
export const suggestedActionExample: Action = {
  ...actionExample,
  id: 0,
  extname: 'wait',
  expression: 'mean(wait_minutes)',
  goal: null,
  goalText: '',
  periodStartDate: null,
  deadline: null,
  deadlineText: '',
  responsible: '',
  responsibleName: '',
  commentsList: [],
  suggestion: true,
  kind: null,
  kindText: '',
  variableText: { en: 'Waiting time' },
  endValueText: '9.4 min',
  formattedBaseline: null,
  baselineValue: null,
  reason: {
    en: 'Waiting time is 1.4 min from its goal. It is 6.4 min, by 310 answers: 28 Aug – 27 Nov 2026. It moves Satisfaction by 1.20 points for each point better, by 310 answers.',
  },
  varData: { value: 9.4, goalValue: 8, inverse: true, minValue: null, maxValue: null },
}

/** Valid lists of actions, for the examples of everything that holds them. */
export const actionManagerExample: ActionManagerData = {
  anchorable: true,
  openActions: [actionExample],
  closedActions: [closedActionExample],
  suggestedActions: [suggestedActionExample],
  isActionsConfigured: true,
  actionPlanData: null,
  noSuggestions: null,
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
    periods: [{ value: 'rel_-3m_0d', title: { en: 'Three months' } }],
    kinds: [{ extname: 'training', title: { en: 'Training' } }],
    canDelete: true,
  }),
  ActionEffect: defineEntity(actionEffect, actionEffectExample),
  CompoundAction: defineEntity(compoundAction, {
    title: { en: 'Keep it up' },
    type: 'maintain',
    items: [{ value: 'helpful', text: { en: 'Helpful staff' }, target: 'TARGET3' }],
  }),
  ActionManagerData: defineEntity(actionManagerData, actionManagerExample),
}
