import { useQuery } from '@tanstack/react-query'
import { scriptsKey } from './queries.ts'
import type { TypeWords } from './words/script-words.ts'

const none: readonly TypeWords[] = []

/** What the types of scripts are for, with an example of each; empty until it is there. */
export function useTypeWords(): readonly TypeWords[] {
  const { data = none } = useQuery({
    queryKey: [...scriptsKey, 'types'],
    queryFn: async () => (await import('./words/script-words.ts')).typeWords,
    staleTime: Infinity,
    structuralSharing: false,
    meta: { quiet: true },
  })
  return data
}
