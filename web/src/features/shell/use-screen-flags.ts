import { useMatches } from '@tanstack/react-router'
import { isPreview } from '#web/lib/preview-draft.ts'
import type { ScreenFlags } from '#web/lib/screen-flags.ts'
import { useShownPage } from '#web/lib/shown-page.ts'

/** Parts of the shell the screen hides: by its route, by the configuration of the page it shows, or in a preview. */
export function useScreenFlags(): ScreenFlags {
  const flags = useMatches({ select: (matches) => matches.at(-1)?.staticData.screen ?? {} })
  const hide = useShownPage()?.hide ?? []
  return {
    hideTabs: flags.hideTabs === true || hide.includes('tabs'),
    hideSidebar: isPreview || flags.hideSidebar === true || hide.includes('sidebar'),
    hideFilters: isPreview || flags.hideFilters === true || hide.includes('filters'),
  }
}
