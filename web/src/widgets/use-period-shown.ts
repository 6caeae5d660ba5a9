import { useState } from 'react'

/** The period the figures shown are of: the one before, while those of the one chosen are on their way. */
export function usePeriodShown(period: string, isOld: boolean): string {
  const [shown, setShown] = useState(period)
  if (!isOld && shown !== period) setShown(period)
  return isOld ? shown : period
}
