import { useState } from 'react'
import { initialsOf, logoAddress } from './logo.ts'
import classes from './global-overview.module.css'

/** A universe's logo, or its initials where there is none. The name beside it says whose it is. */
export function UniverseLogo({ universe }: { universe: string }) {
  const [failed, setFailed] = useState<string | null>(null)
  if (failed === universe)
    return (
      <span className={classes['initials']} aria-hidden="true">
        {initialsOf(universe)}
      </span>
    )
  return (
    <img
      src={logoAddress(universe)}
      alt=""
      width={40}
      height={40}
      className={classes['logo']}
      onError={() => setFailed(universe)}
    />
  )
}
