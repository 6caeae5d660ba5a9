import { useMatches } from '@tanstack/react-router'
import { isPreview } from '#web/lib/preview-draft.ts'
import { pathDraft } from '#web/lib/path-draft.ts'
import type { ScreenFlags } from '#web/lib/screen-flags.ts'
import { useShownPage } from '#web/lib/shown-page.ts'
import { useStore } from '#web/lib/store.ts'

/** Parts of the shell the screen hides: by its route, by the configuration of the page it shows, or in a preview. */
export function useScreenFlags(): ScreenFlags {
  const flags = useMatches({ select: (matches) => matches.at(-1)?.staticData.screen ?? {} })
  const hide = useShownPage()?.hide ?? []
  // Whatever the screen hides: they edit the path of what is open on it.
  const needsFilters = useStore(pathDraft, ({ path }) => path !== null)
  return {
    hideTabs: flags.hideTabs === true || hide.includes('tabs'),
    hideSidebar: isPreview || flags.hideSidebar === true || hide.includes('sidebar'),
    hideFilters: isPreview || (!needsFilters && (flags.hideFilters === true || hide.includes('filters'))),
  }
}
