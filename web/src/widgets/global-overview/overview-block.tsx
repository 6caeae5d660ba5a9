import { Skeleton, Tabs } from '@mantine/core'
import { useState } from 'react'
import type { GlobalOverview } from '@gensvar/contract/entities/global-overview'
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
  const [chosen, setChosen] = useState('0')
  const at = block.groups[Number(chosen)] === undefined ? '0' : chosen
  const title = text(block.title)
  return (
    <section aria-label={title} className={classes['block']}>
      <header>
        <h3 className={classes['title']}>{title}</h3>
        {block.host !== null && <p className={classes['host']}>{block.host}</p>}
      </header>
      <Tabs value={at} onChange={(value) => setChosen(value ?? '0')} keepMounted={false}>
        <Tabs.List aria-label={t('groups', { title })}>
          {block.groups.map((group, index) => (
            <Tabs.Tab key={index} value={String(index)}>
              {text(group.title)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {block.groups.map((group, index) => (
          <Tabs.Panel key={index} value={String(index)} pt="md">
            {isLoading ? <TilePlaceholders /> : <Tiles variables={group.variables} onSelect={onSelect} />}
          </Tabs.Panel>
        ))}
      </Tabs>
    </section>
  )
}

function Tiles({
  variables,
  onSelect,
}: {
  variables: GlobalOverview['indicatorBlocks'][number]['groups'][number]['variables']
  onSelect: Choose
}) {
  const t = useTexts()
  if (variables.length === 0) return <p className={classes['host']}>{t('noTiles')}</p>
  return (
    <div className={classes['tiles']}>
      {variables.map((variable) => (
        <OverviewTile
          key={`${variable.universeName} ${variable.metaInterviewName} ${variable.name}`}
          variable={variable}
          onChoose={() => onSelect(variable.universeName, variable.metaInterviewName)}
        />
      ))}
    </div>
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
