import type { CSSProperties } from 'react'
import { useElementSize } from '@mantine/hooks'
import type { IndicatorVariable } from '@gensvar/contract/entities/indicator'
import { useSide } from '#web/lib/side.ts'
import { useCasesAddress } from '#web/widgets/variable-block/counted-cases.ts'
import { Tile } from '#web/widgets/variable-block/tile.tsx'
import { tileColumns } from '#web/widgets/variable-block/tile-columns.ts'
import classes from './action-tiles.module.css'
import { useTileTarget } from './use-tile-target.ts'

interface Props {
  variables: readonly IndicatorVariable[]
  /** What the tiles are, for screen readers. */
  label: string
}

/** Name of the indicator whose cases an address lists, null where it lists none. */
function listedIn(href: string | null): string | null {
  return new URLSearchParams(href?.split('?')[1]).get('cases')
}

/** Whether a tile leads to the list of what it counts itself, with or without a filter for it. */
function leadsToCases(href: string | null, casesHref: string | null): boolean {
  const listed = listedIn(href)
  return href === casesHref || (listed !== null && listed === listedIn(casesHref))
}

/** Tiles that lead on by a click, in rows of equal length. */
export function ActionTiles({ variables, label }: Props) {
  const targetOf = useTileTarget()
  const casesOf = useCasesAddress()
  const Beside = useSide()?.difference?.Difference
  const { ref, width } = useElementSize<HTMLUListElement>()
  const style = { '--columns': tileColumns(variables.length, width).columns } as CSSProperties
  return (
    <ul ref={ref} className={classes['tiles']} style={width > 0 ? style : undefined} aria-label={label}>
      {variables.map((variable) => {
        const href = targetOf(variable)
        const casesHref = casesOf(variable)
        return (
          <li key={variable.name} className={classes['place']}>
            <Tile
              variable={variable}
              href={href}
              casesHref={leadsToCases(href, casesHref) ? null : casesHref}
              beside={Beside && <Beside name={variable.name} />}
            />
          </li>
        )
      })}
    </ul>
  )
}
