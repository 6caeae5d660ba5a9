import { useCallback } from 'react'
import { useChangeSearch, useOwnSearch } from '#web/ui/data-table/use-table-search.ts'

/** The steps of the wizard. */
export const steps = [1, 2, 3, 4] as const

/** One of them. */
export type Step = (typeof steps)[number]

/**
 * The step shown, which the address names, so that Back and Forward go through the steps. One that cannot be reached yet is
 * the last that can.
 */
export function useStep(reachable: Step): [Step, (step: Step) => void] {
  const asked = Number(new URLSearchParams(useOwnSearch()).get('step') ?? 1)
  const change = useChangeSearch()
  const wanted = steps.find((one) => one === asked) ?? 1
  const go = useCallback(
    (step: Step) =>
      change({ step: step === 1 ? undefined : step, page: undefined, sortBy: undefined, sortDesc: undefined }),
    [change],
  )
  return [wanted > reachable ? reachable : wanted, go]
}
