import { useLocation, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

/** Tabs of the editor of a campaign, by their anchors in the address. */
export const editorTabs = ['basic', 'template', 'validation', 'filters'] as const

/** One of them. */
export type EditorTab = (typeof editorTabs)[number]

interface Editor {
  /** The tab that is open; null while the editor is closed. */
  tab: EditorTab | null
  /** Opens a tab, or closes the editor. From tab to tab there is no entry in the history, so that Back leaves the editor. */
  open: (tab: EditorTab | null) => void
}

/** The open tab of the editor of a campaign, which is the anchor of the address. */
export function useEditorTab(): Editor {
  const router = useRouter()
  const hash = useLocation({ select: (location) => location.hash })
  const tab = editorTabs.find((one) => one === hash) ?? null
  const open = useCallback(
    (next: EditorTab | null) => {
      const { pathname, searchStr, hash: current } = router.state.location
      const href = `${pathname}${searchStr}${next === null ? '' : `#${next}`}`
      if (current === '') router.history.push(href)
      else router.history.replace(href)
    },
    [router],
  )
  return { tab, open }
}
