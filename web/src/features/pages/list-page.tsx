import type { Page } from '@gensvar/contract/entities/survey'
import { walkComponents } from '@gensvar/contract/widgets/find-component'
import type { ReactNode } from 'react'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { PageFrame } from './page-frame.tsx'
import type { PageHeadSlot } from './page-frame.tsx'

interface Props {
  kind: NonNullable<Page['kind']>
  /** Of a survey that configures no such page. */
  extname: string
  title: string
  /** Type of the component that `children`, the plain table, stands in for where the page has none. */
  table: 'alert-table' | 'sample-table'
  Head: PageHeadSlot
  children: ReactNode
}

/** The page of a kind with its own address: its components, and the plain table if none of them is such a table. */
export function ListPage({ kind, extname, title, table, Head, children }: Props) {
  const { survey } = useSurveyStart()
  const page = survey.pages.find((one) => one.kind === kind) ?? {
    extname,
    title,
    kind,
    icon: null,
    components: [],
    isBuilt: true,
    hide: [],
    selectionInterval: survey.selectionInterval,
  }
  const hasTable = [...walkComponents([page])].some(({ component }) => component.type === table)
  return (
    <PageFrame key={page.extname} page={page} Head={Head}>
      {!hasTable && <div style={{ marginTop: page.components.length === 0 ? 0 : 16 }}>{children}</div>}
    </PageFrame>
  )
}
