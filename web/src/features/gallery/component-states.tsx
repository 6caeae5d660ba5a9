import { NativeSelect } from '@mantine/core'
import { useMemo } from 'react'
import { componentSizes } from '@gensvar/contract/widgets/define-widget'
import type { ComponentSize } from '@gensvar/contract/widgets/define-widget'
import type { WidgetType } from '@gensvar/contract/widgets/index'
import { useGo } from '#web/lib/use-go.ts'
import { paths } from '#web/paths.ts'
import type { GallerySearch } from '#web/paths.ts'
import { ComponentGrid } from '#web/widgets/component-grid.tsx'
import { examples } from './examples.ts'
import classes from './gallery.module.css'
import { exampleStates, placedExample } from './placed-examples.ts'
import type { ExampleState } from './placed-examples.ts'
import { useTexts } from './texts.ts'

interface Props {
  type: WidgetType
  /** State and size of the address; anything unknown counts as not chosen. */
  search: GallerySearch
}

/** The width a component was configured with, one chosen, or each there is. */
function sizesOf(type: WidgetType, wanted: string | undefined): readonly ComponentSize[] {
  if (wanted === 'all') return componentSizes.toReversed()
  const known = componentSizes.find((size) => String(size) === wanted)
  return [known ?? examples[type].config.size]
}

/** A component type in the states and widths chosen. */
export function ComponentStates({ type, search }: Props) {
  const t = useTexts()
  const go = useGo()
  const state = exampleStates.find((one) => one === search.state)
  const states = state !== undefined ? [state] : exampleStates
  const sizes = sizesOf(type, search.size)
  const show = (change: GallerySearch) =>
    go(paths.responsive({ part: type, state: search.state, size: search.size, ...change }), { replace: true })
  return (
    <>
      <div className={classes['choices']}>
        <NativeSelect
          label={t('state')}
          value={state ?? ''}
          onChange={(event) => show({ state: event.currentTarget.value })}
          data={[
            { value: '', label: t('allStates') },
            ...exampleStates.map((value) => ({ value, label: t(`state_${value}`) })),
          ]}
        />
        <NativeSelect
          label={t('size')}
          value={search.size === 'all' ? 'all' : search.size === undefined ? '' : String(sizes[0])}
          onChange={(event) => show({ size: event.currentTarget.value })}
          data={[
            { value: '', label: t('ownSize', { size: examples[type].config.size }) },
            { value: 'all', label: t('allSizes') },
            ...componentSizes.map((size) => ({ value: String(size), label: t('columns', { size }) })),
          ]}
        />
      </div>
      {states.flatMap((one) =>
        sizes.map((size) => <Frame key={`${one} ${size}`} type={type} state={one} size={size} />),
      )}
    </>
  )
}

function Frame({ type, state, size }: { type: WidgetType; state: ExampleState; size: ComponentSize }) {
  const t = useTexts()
  const components = useMemo(() => placedExample(type, state, size), [type, state, size])
  const label = `${t(`state_${state}`)}, ${t('columns', { size })}`
  return (
    <section aria-label={label} data-state={state} data-size={size} className={classes['frame']}>
      <p className={classes['caption']}>{label}</p>
      <ComponentGrid components={components} />
    </section>
  )
}
