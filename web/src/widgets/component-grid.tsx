import { Suspense, useMemo } from 'react'
import type { ComponentType, ReactNode } from 'react'
import type { AnyComponent } from '@gensvar/contract/widgets/component'
import { childComponents } from '@gensvar/contract/widgets/find-component'
import { isComponentOf, isKnownType } from '@gensvar/contract/widgets/index'
import type { WidgetType } from '@gensvar/contract/widgets/index'
import { useMissingPart } from '#web/lib/figures-shown.ts'
import { useIdentity } from '#web/lib/session-store.ts'
import { useStore } from '#web/lib/store.ts'
import { PageCell, PageGrid } from '#web/ui/page-grid.tsx'
import { Loading } from '#web/ui/states/loading.tsx'
import { ComponentViewsContext } from './component-views.ts'
import { createPageState, PageStateContext, usePageState } from './page-state.ts'
import { widgetViews } from './registry.ts'
import { UnknownComponent } from './unknown-component.tsx'
import { WidgetBoundary } from './widget-boundary.tsx'

type View = ComponentType<{ config: AnyComponent['config'] }>

/** A component whose code is loading. */
function LoadingWidget() {
  useMissingPart()
  return <Loading height={160} />
}

/** One component, drawn by the view of its type; a notice for an unknown one. */
function ComponentView({ component }: { component: AnyComponent }) {
  const { type, config } = component
  if (!isKnownType(type)) return <UnknownComponent type={type} />
  const views: Record<WidgetType, unknown> = widgetViews
  // The contract has checked that the configuration fits the type; TypeScript cannot follow that here.
  const Known = views[type] as View
  return (
    <WidgetBoundary key={config.id}>
      <Suspense fallback={<LoadingWidget />}>
        <Known config={config} />
      </Suspense>
    </WidgetBoundary>
  )
}

/** Those of a page's or a component's own that the reader may see and that a selection block has not left out. */
function useShown(components: readonly AnyComponent[]): readonly AnyComponent[] {
  const { isRoot } = useIdentity()
  const hidden = useUnchosen(components)
  return components.filter(({ config }) => !hidden.has(config.id) && (isRoot || config['rootOnly'] !== true))
}

/** Components on the twelve columns, inside a page or inside another component. */
function Components({ components }: { components: readonly AnyComponent[] }) {
  const shown = useShown(components)
  return (
    <PageGrid>
      {shown.map((component, index) => (
        <PageCell key={component.config.id || index} size={component.config.size}>
          <ComponentView component={component} />
        </PageCell>
      ))}
    </PageGrid>
  )
}

/** Components one under the other, each as `Row` draws it. */
function Rows({ components, Row }: { components: readonly AnyComponent[]; Row: ComponentRow }) {
  return useShown(components).map((component, index) => (
    <Row key={component.config.id || index} component={component}>
      <ComponentView component={component} />
    </Row>
  ))
}

/** Components that a selection block on the page offers and that are not the chosen one. */
function useUnchosen(components: readonly AnyComponent[]): ReadonlySet<string> {
  const { store } = usePageState()
  const chosen = useStore(store, (state) => state.chosen)
  const hidden = new Set<string>()
  for (const component of components) {
    if (!isComponentOf(component, 'selection-block')) continue
    const named = component.config.items.filter((item) => typeof item === 'string')
    const own = component.config.items.find((item) => typeof item !== 'string')
    const first = typeof component.config.items[0] === 'string' ? named[0] : own?.config.id
    const current = chosen[component.config.id] ?? first
    for (const id of named) if (id !== current) hidden.add(id)
  }
  return hidden
}

/** Ids of the components whose period links a selection block shows. */
function hostedIds(components: readonly AnyComponent[]): Set<string> {
  const hosted = new Set<string>()
  for (const component of components) {
    if (isComponentOf(component, 'selection-block') && component.config.periods) {
      for (const item of component.config.items) hosted.add(typeof item === 'string' ? item : item.config.id)
    }
    for (const id of hostedIds(childComponents(component))) hosted.add(id)
  }
  return hosted
}

const views = { ComponentView, Components }

/** A line of a page whose components stand one under the other; `children` is the component. */
export type ComponentRow = ComponentType<{ component: AnyComponent; children: ReactNode }>

interface Props {
  components: readonly AnyComponent[]
  /** Relative interval the page's figures cover when no date filter is chosen, or null. */
  interval?: string | null
  /** Draws each component on a line of its own, instead of the twelve columns. */
  Row?: ComponentRow
}

/** The components of a page. */
export function ComponentGrid({ components, interval = null, Row }: Props) {
  const state = useMemo(() => createPageState(interval, hostedIds(components)), [components, interval])
  return (
    <ComponentViewsContext value={views}>
      <PageStateContext value={state}>
        {Row === undefined ? <Components components={components} /> : <Rows components={components} Row={Row} />}
      </PageStateContext>
    </ComponentViewsContext>
  )
}
