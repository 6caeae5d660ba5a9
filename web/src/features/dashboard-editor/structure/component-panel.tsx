import { Button } from '@mantine/core'
import { IconCode } from '@tabler/icons-react'
import { Suspense, useEffect, useRef } from 'react'
import { Card } from '#web/ui/card.tsx'
import { Loading } from '#web/ui/states/loading.tsx'
import { ComponentForm } from '../forms/service.ts'
import type { SurveyFacts } from '../forms/service.ts'
import { useTexts } from '../texts.ts'
import { isRecord } from './draft-pages.ts'
import type { DraftComponent, DraftOutline } from './draft-pages.ts'
import { moveAt, removeAt, setAt } from './edit-text.ts'
import type { Path } from './edit-text.ts'
import type { StructureEdits } from './structure-edits.ts'
import { useKindNames } from './use-kind-names.ts'
import classes from './structure.module.css'

interface Props {
  outline: DraftOutline
  component: DraftComponent
  /** Where it stands in the configuration. */
  path: Path
  facts: SurveyFacts
  edits: StructureEdits
}

/** The settings of the component that is chosen. */
export function ComponentPanel({ outline, component, path, facts, edits }: Props) {
  const t = useTexts()
  const kindName = useKindNames()
  const set = (at: Path, value: unknown) =>
    edits.edit((text) => (value === undefined ? removeAt(text, at) : setAt(text, at, value)))
  const { indicators } = outline.value
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={place} className={classes['chosen']}>
      <Card
        title={`${kindName(component.type)}: ${component.id}`}
        actions={
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconCode size={14} aria-hidden="true" />}
            onClick={() => edits.showInText(path)}
          >
            {t('showInText')}
          </Button>
        }
      >
        <Suspense fallback={<Loading height={240} />}>
          <ComponentForm
            kind={component.type}
            value={component.config}
            facts={facts}
            onChange={(at, value) => set([...path, 'config', ...at], value)}
            onMove={(at, from, to) => edits.edit((text) => moveAt(text, [...path, 'config', ...at], from, to))}
            indicators={{
              settings: isRecord(indicators) ? indicators : {},
              onChange: (at, value) => set(['indicators', ...at], value),
            }}
          />
        </Suspense>
      </Card>
    </div>
  )
}
