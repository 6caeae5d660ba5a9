import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { EffectRow } from '@gensvar/contract/widgets/drivers'
import { useCountedPath } from '#web/lib/cases-path.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { paths } from '#web/paths.ts'

/** Address of the interviews with an answer to a question, null where the reader may not open all of them; and how to go there. */
export function useDriverCases(rows: readonly EffectRow[]) {
  const { extName } = useSurveyStart().survey
  const path = useCountedPath()
  const router = useRouter()
  const hrefOf = useCallback(
    ({ cases, variable }: EffectRow): string | null =>
      cases === 'interviews' ? paths.ranking(extName, path, { cases: variable }) : null,
    [extName, path],
  )
  const onPick = useCallback(
    (_series: number, at: number): void => {
      const row = rows[at]
      const href = row ? hrefOf(row) : null
      if (href !== null) router.history.push(href)
    },
    [rows, hrefOf, router],
  )
  return { hrefOf, onPick }
}
