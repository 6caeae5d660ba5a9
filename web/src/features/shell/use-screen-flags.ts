import { useMatches } from '@tanstack/react-router'
import type { ScreenFlags } from '#web/lib/screen-flags.ts'
import { useShownPage } from '#web/lib/shown-page.ts'

/** Parts of the shell the screen hides: by its route, or by the configuration of the page it shows. */
export function useScreenFlags(): ScreenFlags {
  const flags = useMatches({ select: (matches) => matches.at(-1)?.staticData.screen ?? {} })
  const hide = useShownPage()?.hide ?? []
  return {
    hideTabs: flags.hideTabs === true || hide.includes('tabs'),
    hideSidebar: flags.hideSidebar === true || hide.includes('sidebar'),
    hideFilters: flags.hideFilters === true || hide.includes('filters'),
  }
}
