import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { createContext, use, useCallback, useId, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { getComparison } from '@gensvar/contract/comparisons'
import type { Page } from '@gensvar/contract/entities/survey'
import type { AnyComponent } from '@gensvar/contract/widgets/component'
import { call } from '#web/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { figuresMeta } from '#web/lib/figures-shown.ts'
import { usePlace, usePlaceAt } from '#web/lib/place.ts'
import { SideContext, withSide } from '#web/lib/side.ts'
import type { Side } from '#web/lib/side.ts'
import { createSharedEnds, SharedEndsContext } from '#web/lib/shared-ends.ts'
import { useAskedPage } from '#web/lib/shown-page.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { eventDateNames, useFilterGroups } from '#web/features/filters/service.ts'
import { createFailureScope, FailureScopeContext, useSharedFailure } from '#web/ui/states/failure-scope.ts'
import { TableExportsContext } from '#web/ui/data-table/table-exports.ts'
import { ComponentGrid } from '#web/widgets/component-grid.tsx'
import { PageFailure } from '../page-failure.tsx'
import { CompareBar } from './compare-bar.tsx'
import classes from './compared-components.module.css'
import { differing } from './differing.ts'
import type { Differing } from './differing.ts'
import { hasTwin } from './has-figures.ts'
import { DifferencesContext, RoomOfDifference, SideDifference } from './side-difference.tsx'
import { SideHead, SideMark, SideWords } from './side-head.tsx'
import { useTexts } from './texts.ts'
import { useLevelTwins } from './use-level-twins.ts'
import { useEndComparison } from './use-end-comparison.ts'
import { useMoveAlong } from './use-move-along.ts'

interface Props {
  page: Page
  /** Drill path of side B. */
  vs: string
  /** What a page shows besides its components. */
  children?: ReactNode
}

/** What the lines of a compared page need: its sides, and where failures of side B are told. */
interface Twins {
  a: Side
  b: Side
  headings: { a: string; b: string }
  differs: Differing
  interval: string | null
  failuresOfB: ReturnType<typeof createFailureScope>
  isBHidden: boolean
}

const TwinsContext = createContext<Twins | null>(null)

/** The components of a page for two sides: each beside its twin, in one line. */
export function ComparedComponents({ page, vs, children }: Props) {
  const t = useTexts()
  const interval = page.selectionInterval
  const ofA = usePlace()
  const ofB = usePlaceAt(vs)
  useMoveAlong(ofA, ofB, interval)
  const dateNames = eventDateNames(useFilterGroups())
  const differs = differing(ofA, ofB, dateNames)
  const isRounded = !useSurveyStart().rights.canViewInterviews
  const comparison = useComparison(ofA.survey, ofA.drillPath, vs)
  const differences = useMemo(
    () => new Map((comparison?.differences ?? []).map((one) => [one.name, one])),
    [comparison?.differences],
  )
  const sides = useSides(ofA.drillPath, vs, t('difference'))
  const id = useId()
  const headings = useMemo(() => ({ a: `${id}a`, b: `${id}b` }), [id])
  const [failuresOfB] = useState(createFailureScope)
  const failure = useSharedFailure(failuresOfB)
  const isBHidden = failure?.isWhole === true
  const end = useEndComparison()
  const isRefused =
    failure?.error instanceof ApiError && ['validation', 'not_found', 'forbidden'].includes(failure.error.code)
  const twins: Twins = { ...sides, headings, differs, interval, failuresOfB, isBHidden }
  const head = { differs, interval, isRounded }
  return (
    <section className={classes['compared']} aria-label={t('comparison')}>
      <CompareBar a={ofA.drillPath} b={vs} share={differences.size > 0 ? comparison?.share : undefined} />
      <div className={classes['heads']}>
        <SideContext value={sides.a}>
          <SideHead id={headings.a} letter="A" n={comparison?.a.n} {...head} />
        </SideContext>
        <SideContext value={sides.b}>
          <SideHead id={headings.b} letter="B" n={comparison?.b.n} {...head} />
        </SideContext>
      </div>
      <div className={classes['sides']} data-alone={isBHidden || undefined}>
        <div className={classes['lines']}>
          <DifferencesContext value={differences}>
            <TwinsContext value={twins}>
              <ComponentGrid components={page.components} interval={interval} Row={TwinRow} />
              {children !== undefined && children !== false && <TwinRow>{children}</TwinRow>}
            </TwinsContext>
          </DifferencesContext>
        </div>
        {failure !== null && (
          <div className={classes['failure']}>
            <PageFailure failure={failure} action={isRefused ? { text: t('end'), run: end } : undefined} />
          </div>
        )}
      </div>
    </section>
  )
}

/** Both numbers of answers and the differences of the page's figures, from the server. */
function useComparison(survey: string, drillPath: string, vs: string) {
  const asked = useAskedPage()
  const { data } = useQuery({
    queryKey: ['comparison', survey, drillPath, vs, asked],
    queryFn: ({ signal }) =>
      call(getComparison, { params: { survey, drillPath }, query: { ...asked, vs } }, { signal }),
    placeholderData: keepPreviousData,
    meta: figuresMeta,
  })
  return data
}

function useSides(a: string, b: string, title: string): { a: Side; b: Side } {
  const router = useRouter()
  const change = useCallback(
    (drillPath: string) => {
      const { pathname, searchStr } = router.state.location
      router.history.push(withSide(pathname, searchStr, drillPath))
    },
    [router],
  )
  return useMemo(
    () => ({
      a: { drillPath: a, isOther: false, change: null, difference: { title: null, Difference: RoomOfDifference } },
      b: { drillPath: b, isOther: true, change, difference: { title, Difference: SideDifference } },
    }),
    [a, b, title, change],
  )
}

/** One component for both sides; one that is the same everywhere stands there once. */
function TwinRow({ component, children }: { component?: AnyComponent; children: ReactNode }) {
  const twins = use(TwinsContext)
  const [ends] = useState(createSharedEnds)
  const [placeOfA, placeOfB] = useLevelTwins()
  if (twins === null) return null
  if (component !== undefined && !hasTwin(component)) return <div className={classes['once']}>{children}</div>
  const { a, b, headings, differs, interval, failuresOfB, isBHidden } = twins
  const words = <SideWords differs={differs} interval={interval} isPlain />
  return (
    <div className={classes['twins']} data-alone={isBHidden || undefined}>
      {/* A page's menu of downloads would know one of two tables of one name; each has its own. */}
      <TableExportsContext value={null}>
        <SharedEndsContext value={ends}>
          <div ref={placeOfA} role="group" aria-labelledby={headings.a} className={classes['twin']}>
            <SideContext value={a}>
              <p className={classes['side']} aria-hidden="true">
                <SideMark letter="A" /> {words}
              </p>
              {children}
            </SideContext>
          </div>
          <div ref={placeOfB} role="group" aria-labelledby={headings.b} className={classes['twin']} hidden={isBHidden}>
            <FailureScopeContext value={failuresOfB}>
              <SideContext value={b}>
                <p className={classes['side']} aria-hidden="true">
                  <SideMark letter="B" /> {words}
                </p>
                {children}
              </SideContext>
            </FailureScopeContext>
          </div>
        </SharedEndsContext>
      </TableExportsContext>
    </div>
  )
}
