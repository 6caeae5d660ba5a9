import { z } from 'zod'
import { localText } from '../local-text.ts'
import { extName } from '../configuration/names.ts'
import type { InStates } from './example-states/in-states.ts'

/** Widths of a component in columns of the twelve-column grid. */
export const componentSizes = [2, 4, 6, 8, 12] as const

/** Schema of a component's width. */
export const componentSize = z.union([z.literal(2), z.literal(4), z.literal(6), z.literal(8), z.literal(12)])

/** Width of a component in columns. */
export type ComponentSize = (typeof componentSizes)[number]

/** What every component's configuration has: an id unique within the survey, a width and, if wanted, a heading. */
export const componentBase = {
  id: extName.describe('Name of the component, once in the survey.'),
  size: componentSize.default(12).describe('Width in columns of twelve.'),
  title: localText.optional().describe('Heading over the component.'),
}

/** A call of a widget: its query parameters and its answer. */
export interface WidgetCall<Params extends z.ZodType = z.ZodType, Response extends z.ZodType = z.ZodType> {
  params: Params
  response: Response
}

/** Calls of a widget by name; the usual one is `data`. */
export type WidgetCalls = Record<string, WidgetCall>

/** A valid answer of each call. */
type ExampleAnswers<Calls extends WidgetCalls> = { [Name in keyof Calls]: z.input<Calls[Name]['response']> }

/** A dashboard component type: what it is, how it is configured, what it asks the server for. */
export interface Widget<
  Type extends string = string,
  Config extends z.ZodType = z.ZodType,
  Calls extends WidgetCalls = WidgetCalls,
> {
  type: Type
  title: string
  description: string
  /** Widths it is made for; others work but look cramped or empty. */
  sizes: readonly ComponentSize[]
  /** For administrators of the survey alone: a page with nothing else is not offered to others. */
  forAdministrators?: true
  config: Config
  calls: Calls
  /** A valid configuration, and a valid answer of each call. */
  example: {
    config: z.input<Config>
    responses: ExampleAnswers<Calls>
    /** Answers as a page can meet them besides; the gallery draws them, so a widget with calls has them. */
    states?: InStates<ExampleAnswers<Calls>>
  }
}

/** Declares a widget; the compiler checks that the example fits the schemas. */
export function defineWidget<const Type extends string, Config extends z.ZodType, Calls extends WidgetCalls>(
  widget: Widget<Type, Config, Calls>,
): Widget<Type, Config, Calls> {
  return widget
}

/** Parameters of a call that takes none of its own. */
export const noParams = z.object({})
