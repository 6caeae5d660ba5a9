import { useState } from 'react'

/** The period of the figures shown: the previous one while the chosen one's figures load. */
export function usePeriodShown(period: string, isOld: boolean): string {
  const [shown, setShown] = useState(period)
  if (!isOld && shown !== period) setShown(period)
  return isOld ? shown : period
}
