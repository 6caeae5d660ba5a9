import { useEffect, useEffectEvent } from 'react'
import { useStore } from '#web/lib/store.ts'
import { usePageState } from '#web/widgets/page-state.ts'
import type { PeriodMenu } from '#web/widgets/page-state.ts'

/**
 * Registers a chart's period links with the page. True when a selection block shows them: the chart then leaves its
 * own links out. A chart calls it in any case; without such a block it does nothing.
 */
export function usePeriodMenu(component: string, menu: PeriodMenu): boolean {
  const { hosted, store } = usePageState()
  const isHosted = hosted.has(component)
  const choose = useEffectEvent((value: string) => menu.onChange(value))
  const shown = JSON.stringify([menu.title, menu.options, menu.value])
  useEffect(() => {
    if (!isHosted) return
    const [title, options, value] = JSON.parse(shown) as [string, PeriodMenu['options'], string]
    const { menus } = store.get()
    store.set({ menus: { ...menus, [component]: { title, options, value, onChange: (next) => choose(next) } } })
  }, [component, isHosted, shown, store])
  useEffect(() => {
    if (!isHosted) return
    return () => {
      const { [component]: _, ...others } = store.get().menus
      store.set({ menus: others })
    }
  }, [component, isHosted, store])
  return isHosted
}

/** The period menus registered on the page, by the id of the chart. */
export function usePeriodMenus(): Readonly<Record<string, PeriodMenu>> {
  return useStore(usePageState().store, (state) => state.menus)
}
