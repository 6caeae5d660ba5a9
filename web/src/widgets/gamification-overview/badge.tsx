import { useState } from 'react'
import type { Award } from '@gensvar/contract/entities/gamification'
import classes from './gamification-overview.module.css'

/** Width and height of a badge, in pixels. */
const size = 72

/**
 * The configured image of an award, obtained or not yet; else, or where it cannot be loaded, a badge of our own. The
 * text beside it says the same.
 */
export function Badge({ award }: { award: Award }) {
  const isObtained = award.obtained > 0
  const image = isObtained ? award.obtainedImageURL : award.notObtainedImageURL
  const [failed, setFailed] = useState<string | null>(null)
  if (image !== null && image !== failed)
    return (
      <img
        src={image}
        alt=""
        width={size}
        height={size}
        className={classes['badge']}
        data-obtained={isObtained}
        onError={() => setFailed(image)}
      />
    )
  return <OwnBadge isObtained={isObtained} length={award.length} />
}

/** A rosette with the length of the run; an empty one while there is none. */
function OwnBadge({ isObtained, length }: { isObtained: boolean; length: number | null }) {
  return (
    <svg
      viewBox="0 0 72 72"
      width={size}
      height={size}
      className={classes['badge']}
      data-obtained={isObtained}
      aria-hidden="true"
    >
      <path className={classes['ribbon']} d="M22 42 14 68l11-4 6 8 8-24zM50 42l8 26-11-4-6 8-8-24z" />
      <path className={classes['rosette']} d={rosette} />
      <circle className={classes['face']} cx="36" cy="28" r="18" />
      <text className={classes['length']} x="36" y="34" textAnchor="middle">
        {length === null ? '' : `×${length}`}
      </text>
    </svg>
  )
}

/** Outline of a disc with twelve rounded points. */
const rosette = `${Array.from({ length: 24 }, (_, at) => {
  const angle = (at * Math.PI) / 12
  const radius = at % 2 === 0 ? 27 : 23
  const [x, y] = [36 + radius * Math.sin(angle), 28 - radius * Math.cos(angle)]
  return `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`
}).join('')}Z`
