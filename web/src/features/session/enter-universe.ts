import { useCallback } from 'react'
import { applyBranding } from '#web/lib/branding.ts'
import { sessionStore } from '#web/lib/session-store.ts'
import { useGo } from '#web/lib/use-go.ts'
import { paths } from '#web/paths.ts'
import { chooseUniverse } from './session.ts'

/** Enters an organisation that was just made, and shows its administration. */
export function useEnterNewUniverse(): (universe: string) => Promise<void> {
  const go = useGo()
  return useCallback(
    async (universe) => {
      await chooseUniverse(universe, {})
      sessionStore.set({ survey: '-', drillPath: 'root' })
      // The looks of the one before: those of this one come with its first survey.
      applyBranding({ palette: null, logo: null })
      go(paths.surveyList('-'))
    },
    [go],
  )
}
