import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import type { Page } from '@gensvar/contract/entities/survey'
import { useLocalText } from '#web/lib/local-text.ts'
import { onDemand } from '#web/lib/on-demand.tsx'
import { useOtherSide } from '#web/lib/side.ts'
import { startAddress, useSurveyStart } from '#web/lib/survey-start.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { useGo } from '#web/lib/use-go.ts'
import { createFailureScope, FailureScopeContext, useSharedFailure } from '#web/ui/states/failure-scope.ts'
import { Loading } from '#web/ui/states/loading.tsx'
import { Notice } from '#web/ui/states/notice.tsx'
import { Empty } from '#web/ui/states/states.tsx'
import { ComponentGrid } from '#web/widgets/component-grid.tsx'
import { useTexts } from '#web/widgets/texts.ts'
import { hasFigures } from './compare/has-figures.ts'
import classes from './page-frame.module.css'
import { PageFailure } from './page-failure.tsx'
import { ProtectedNote } from './protected-note.tsx'
import { WeightedNote } from './weighted-note.tsx'

const CompareButton = onDemand(async () => (await import('./compare/compare-button.tsx')).CompareButton)
const ComparedComponents = onDemand(async () => (await import('./compare/compared-components.tsx')).ComparedComponents)
const PageDownloads = onDemand(async () => (await import('./page-downloads.tsx')).PageDownloads)

/** The head of a page: drill path, search, filters and the page's own buttons. */
export type PageHeadSlot = (props: { interval: string | null; actions?: ReactNode }) => ReactNode

interface Props {
  page: Page
  Head: PageHeadSlot
  /** Buttons at the end of the head. */
  actions?: ReactNode
  /** Content after the components. */
  children?: ReactNode
  /** Whether that content has figures, which can be compared. */
  hasOtherFigures?: boolean
}

/** A page: its title for screen readers, its head and its components, beside those of another side where it is compared. */
export function PageFrame({ page, Head, actions, children, hasOtherFigures = false }: Props) {
  const t = useTexts()
  const text = useLocalText()
  const isComparable = hasOtherFigures || hasFigures(page)
  const vs = useOtherSide()
  const buttons = (
    <>
      <Suspense fallback={null}>
        <CompareButton interval={page.selectionInterval} isOffered={isComparable} />
      </Suspense>
      {actions}
    </>
  )
  return (
    <>
      <h1 className={classes['name']}>{text(page.title)}</h1>
      <Head interval={page.selectionInterval} actions={buttons} />
      <Content>
        {vs !== null && isComparable ? (
          <Suspense fallback={<Loading height={320} />}>
            <ComparedComponents page={page} vs={vs}>
              {children}
            </ComparedComponents>
          </Suspense>
        ) : (
          <>
            <ComponentGrid key={page.extname} components={page.components} interval={page.selectionInterval} />
            {children}
          </>
        )}
      </Content>
      {page.components.length > 0 && <ProtectedNote />}
      {page.components.length > 0 && <WeightedNote />}
      {page.components.length === 0 && children === undefined && (
        <Empty title={t('emptyPageTitle')}>{t('emptyPageText')}</Empty>
      )}
    </>
  )
}

/** The components; where they share a failure it is shown once, in their place or above those that did not fail. */
function Content({ children }: { children: ReactNode }) {
  const [scope] = useState(createFailureScope)
  const failure = useSharedFailure(scope)
  return (
    <FailureScopeContext value={scope}>
      {failure !== null && (
        <div className={classes['failure']}>
          <PageFailure failure={failure} />
        </div>
      )}
      <div hidden={failure?.isWhole === true}>{children}</div>
    </FailureScopeContext>
  )
}

/** The downloads are there a moment after the page, whose first sight does not wait for their code. */
function LaterDownloads({ page }: { page: Page }) {
  return (
    <Suspense fallback={null}>
      <PageDownloads page={page} />
    </Suspense>
  )
}

/** A page named by its extname; for an unknown name, a notice with a link to the start page. */
export function NamedPage({ pageId, Head }: { pageId: string; Head: PageHeadSlot }) {
  const t = useTexts()
  const app = useAppTexts()
  const go = useGo()
  const start = useSurveyStart()
  const page = start.survey.pages.find((one) => one.extname === pageId)
  if (page !== undefined) {
    const hasFile = start.survey.reports.pages && page.components.length > 0
    return <PageFrame key={pageId} page={page} Head={Head} actions={hasFile && <LaterDownloads page={page} />} />
  }
  return (
    <Notice
      picture="empty"
      title={t('unknownPageTitle', { page: pageId })}
      action={{ text: app('toStart'), run: () => go(startAddress(start)) }}
    >
      {t('unknownPageText')}
    </Notice>
  )
}
