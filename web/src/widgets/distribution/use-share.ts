import { useCallback } from 'react'
import { useFormat } from '#web/lib/format.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'

/** The text for a share in percent; protected shares are whole percents, so a decimal of theirs would be made up. */
export function useShare(isRounded: boolean): (share: number) => string {
  const { percent } = useFormat()
  return useCallback((share) => percent(share, isRounded ? 0 : 1), [percent, isRounded])
}

/** Whether shares are weighted, so that they are not those of the numbers of answers beside them. */
export function useIsWeighted(): boolean {
  return useSurveyStart().survey.weighting === 'weighted'
}
