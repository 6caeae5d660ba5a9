import { Button, Group, Modal, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Suspense, useMemo, useState } from 'react'
import {
  eventDateNames,
  LaterFilterSidebar,
  UnitsOfPath,
  useFilterGroups,
  useFilterWords,
  useHasPeriod,
} from '#web/features/filters/service.ts'
import { UNITS_NAME } from '@gensvar/contract/drill-path'
import { SearchBox } from '#web/features/drill-path/service.ts'
import { usePlace, usePlaceAt } from '#web/lib/place.ts'
import { segmentsQuery } from '#web/lib/segments.ts'
import { useAskedPage } from '#web/lib/shown-page.ts'
import { SideContext, useOtherSide, withSide } from '#web/lib/side.ts'
import type { Side } from '#web/lib/side.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { Loading } from '#web/ui/states/loading.tsx'
import classes from './compare-dialog.module.css'
import { differing } from './differing.ts'
import { PeriodOfSide } from './period-of-side.tsx'
import { SideMark, SideWords } from './side-head.tsx'
import { useTexts } from './texts.ts'

interface Props {
  opened: boolean
  /** The page's own period, which applies while none is chosen; null for all time. */
  interval: string | null
  onClose: () => void
}

/** Chooses what side B is: another place, period or filters. What is not changed here it shares with the page. */
export function CompareDialog({ opened, interval, onClose }: Props) {
  const t = useTexts()
  const app = useAppTexts()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('title')}
      size={640}
      closeButtonProps={{ 'aria-label': app('close') }}
    >
      {opened && <Choice interval={interval} onClose={onClose} />}
    </Modal>
  )
}

function Choice({ interval, onClose }: Omit<Props, 'opened'>) {
  const t = useTexts()
  const app = useAppTexts()
  const router = useRouter()
  const a = usePlace()
  const vs = useOtherSide()
  const [drillPath, setDrillPath] = useState(vs ?? a.drillPath)
  const b = usePlaceAt(drillPath)
  const dateNames = eventDateNames(useFilterGroups())
  const differs = differing(a, b, dateNames)
  const isSame = !differs.place && !differs.period && differs.filters.length === 0
  const side = useMemo((): Side => ({ drillPath, isOther: true, change: setDrillPath, difference: null }), [drillPath])
  const hasPlaces = useSurveyStart().survey.views.length > 0
  const hasPeriod = useHasPeriod()
  const { titleOf } = useFilterWords()
  const asked = useAskedPage()
  const { data: segments } = useQuery(segmentsQuery(a.survey, a.drillPath, asked))
  // Elsewhere both readings are the same.
  const hasUnits = segments?.hasMovedUnits === true || differs.filters.includes(UNITS_NAME)
  const compare = () => {
    onClose()
    const { pathname, searchStr } = router.state.location
    router.history.push(withSide(pathname, searchStr, drillPath))
  }
  return (
    <Stack gap={16}>
      <p className={classes['intro']}>{t('intro')}</p>
      <SideContext value={side}>
        <p className={classes['now']} role="status">
          <SideMark letter="B" />{' '}
          {isSame ? t('nothingYet') : <SideWords differs={differs} interval={interval} isPlain />}
        </p>
        {hasPeriod && (
          <section className={classes['part']}>
            <h3 className={classes['heading']}>{t('period')}</h3>
            <PeriodOfSide a={a} interval={interval} dateNames={dateNames} />
          </section>
        )}
        {hasPlaces && (
          <section className={classes['part']}>
            <h3 className={classes['heading']}>{t('place')}</h3>
            <SearchBox />
          </section>
        )}
        {hasUnits && (
          <section className={classes['part']}>
            <h3 className={classes['heading']}>{titleOf(UNITS_NAME)}</h3>
            <UnitsOfPath />
          </section>
        )}
        <section className={classes['part']}>
          <h3 className={classes['heading']}>{t('filters')}</h3>
          <div className={classes['filters']}>
            <Suspense fallback={<Loading height={160} />}>
              <LaterFilterSidebar interval={interval} />
            </Suspense>
          </div>
        </section>
      </SideContext>
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={onClose}>
          {app('cancel')}
        </Button>
        <Button disabled={isSame} onClick={compare}>
          {t('compare')}
        </Button>
      </Group>
    </Stack>
  )
}
