import { Skeleton, Tabs } from '@mantine/core'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { GlobalOverview } from '@gensvar/contract/entities/global-overview'
import type { LocalText } from '@gensvar/contract/local-text'
import { useLocalText } from '#web/lib/local-text.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { OverviewTile } from './overview-tile.tsx'
import { useTexts } from './texts.ts'
import classes from './global-overview.module.css'

/** Number of placeholder tiles in a block while its figures load. */
const placeholders = 6

/** What a click on a tile chooses. */
export type Choose = (universe: string, metaInterview: string) => void

interface Props {
  block: GlobalOverview['indicatorBlocks'][number]
  /** True while the figures of another time span load. */
  isLoading: boolean
  onSelect: Choose
}

/** A block of tiles with its title, its host where it has one, and a menu of its groups. */
export function OverviewBlock({ block, isLoading, onSelect }: Props) {
  const t = useTexts()
  const text = useLocalText()
  const title = text(block.title)
  return (
    <section aria-label={title} className={classes['block']}>
      <header>
        <h3 className={classes['title']}>{title}</h3>
        {block.host !== null && <p className={classes['host']}>{block.host}</p>}
      </header>
      <TileGroups
        title={title}
        groups={block.groups}
        isLoading={isLoading}
        tile={(variable) => (
          <OverviewTile
            key={`${variable.universeName} ${variable.metaInterviewName} ${variable.name}`}
            variable={variable}
            head={(name) => (
              <button
                type="button"
                className={classes['choose']}
                onClick={() => onSelect(variable.universeName, variable.metaInterviewName)}
              >
                {name}
                <span className={classes['login']}>{t('login')}</span>
              </button>
            )}
          />
        )}
      />
    </section>
  )
}

interface GroupsProps<Variable> {
  /** Title of the block, for screen readers. */
  title: string
  groups: readonly { title: LocalText; variables: readonly Variable[] }[]
  isLoading?: boolean
  /** Draws a tile, with a key. */
  tile: (variable: Variable, index: number) => ReactNode
}

/** Tiles in groups, with a menu of the groups. */
export function TileGroups<Variable>({ title, groups, isLoading = false, tile }: GroupsProps<Variable>) {
  const t = useTexts()
  const text = useLocalText()
  const [chosen, setChosen] = useState('0')
  const at = groups[Number(chosen)] === undefined ? '0' : chosen
  return (
    <Tabs value={at} onChange={(value) => setChosen(value ?? '0')} keepMounted={false}>
      <Tabs.List aria-label={t('groups', { title })}>
        {groups.map((group, index) => (
          <Tabs.Tab key={index} value={String(index)}>
            {text(group.title)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {groups.map(({ variables }, index) => (
        <Tabs.Panel key={index} value={String(index)} pt="md">
          {isLoading ? (
            <TilePlaceholders />
          ) : variables.length === 0 ? (
            <p className={classes['host']}>{t('noTiles')}</p>
          ) : (
            <div className={classes['tiles']}>{variables.map(tile)}</div>
          )}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

/** Placeholder tiles. */
export function TilePlaceholders() {
  const t = useAppTexts()
  return (
    <div role="status" aria-label={t('loading')} className={classes['tiles']}>
      {Array.from({ length: placeholders }, (_, index) => (
        <Skeleton key={index} height={152} data-testid="tile-placeholder" />
      ))}
    </div>
  )
}
