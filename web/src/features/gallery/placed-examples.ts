import type { AnyComponent } from '@gensvar/contract/widgets/component'
import type { ComponentSize } from '@gensvar/contract/widgets/define-widget'
import { answerStates } from '@gensvar/contract/widgets/example-states/in-states'
import { longTitle } from '@gensvar/contract/widgets/example-states/words'
import { isComponentOf, isKnownType } from '@gensvar/contract/widgets/index'
import type { WidgetType } from '@gensvar/contract/widgets/index'
import { examples } from './examples.ts'

/** The states a component is shown in: with the usual answers, with others, and before or without an answer. */
export const exampleStates = ['full', 'loading', ...answerStates, 'failed'] as const

/** One of these. */
export type ExampleState = (typeof exampleStates)[number]

/** Which example a component is: its id on the page says so, and its answers are found by it. */
interface Placed {
  type: string
  state: ExampleState
  size: ComponentSize
  id: string
}

function idOf({ type, state, size, id }: Placed): string {
  return [type, state, size, id].join('.')
}

/** The type and state a component of the gallery was placed with, by its id; null for any other id. */
export function placedAs(id: string): { type: WidgetType; state: ExampleState } | null {
  const [type = '', state = ''] = id.split('.')
  const known = exampleStates.find((one) => one === state)
  return isKnownType(type) && known !== undefined ? { type, state: known } : null
}

function isComponent(value: object): value is AnyComponent {
  return 'type' in value && 'config' in value
}

/** A configuration with each component in it changed, and with long titles where wanted. */
function mapConfig(value: unknown, isLong: boolean, change: (inner: AnyComponent) => AnyComponent): unknown {
  if (Array.isArray(value)) return value.map((one) => mapConfig(one, isLong, change))
  if (typeof value !== 'object' || value === null) return value
  if (isComponent(value)) return change(value)
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      isLong && key === 'title' ? longTitle : mapConfig(one, isLong, change),
    ]),
  )
}

function place(component: AnyComponent, state: ExampleState, size: ComponentSize): AnyComponent {
  const isLong = state === 'long'
  const { type } = component
  const inner = mapConfig(component.config, isLong, (one) =>
    place(one, state, one.config.size),
  ) as AnyComponent['config']
  const config = { ...inner, id: idOf({ type, state, size, id: inner.id }), size, ...(isLong && { title: longTitle }) }
  const placed = { type, config }
  if (isComponentOf(placed, 'selection-block'))
    placed.config.items = placed.config.items.map((item) =>
      typeof item === 'string' ? (named(item, state)[0]?.config.id ?? item) : item,
    )
  return placed
}

/** The example of the component with an id, which another one refers to. */
function named(id: string, state: ExampleState): AnyComponent[] {
  return Object.entries(examples)
    .filter(([, { config }]) => config.id === id)
    .map(([type, { config }]) => place({ type, config }, state, config.size))
}

/** The example of a component type in a state and width, and after it the components it refers to by their ids. */
export function placedExample(
  type: WidgetType,
  state: ExampleState,
  size: ComponentSize = examples[type].config.size,
): AnyComponent[] {
  const component = { type, config: examples[type].config }
  const ids = isComponentOf(component, 'selection-block')
    ? component.config.items.filter((item) => typeof item === 'string')
    : []
  return [place(component, state, size), ...ids.flatMap((id) => named(id, state))]
}
