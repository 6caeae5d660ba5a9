import type { Page } from '@gensvar/contract/entities/survey'
import { walkComponents } from '@gensvar/contract/widgets/find-component'
import { PageFrame } from '#web/features/pages/service.ts'
import type { PageHeadSlot } from '#web/features/pages/service.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { PlainAlerts } from '#web/widgets/alert-table/plain-alerts.tsx'
import { useTexts } from '#web/widgets/alert-table/texts.ts'

/** The alerts page of a survey that configures none. */
const plainPage: Omit<Page, 'title' | 'selectionInterval'> = {
  extname: 'alertlist',
  icon: null,
  components: [],
  kind: 'alerts',
  isBuilt: true,
  hide: [],
}

/** The alerts page: its components, and the plain table if none of them is an alert table. */
export function AlertListScreen({ Head }: { Head: PageHeadSlot }) {
  const t = useTexts()
  const { survey } = useSurveyStart()
  const page = survey.pages.find(({ kind }) => kind === 'alerts') ?? {
    ...plainPage,
    title: t('title'),
    selectionInterval: survey.selectionInterval,
  }
  const hasTable = [...walkComponents([page])].some(({ component }) => component.type === 'alert-table')
  return (
    <PageFrame key={page.extname} page={page} Head={Head}>
      {!hasTable && (
        <div style={{ marginTop: page.components.length === 0 ? 0 : 16 }}>
          <PlainAlerts />
        </div>
      )}
    </PageFrame>
  )
}
