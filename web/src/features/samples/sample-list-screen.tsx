import type { Page } from '@gensvar/contract/entities/survey'
import { walkComponents } from '@gensvar/contract/widgets/find-component'
import { PageFrame } from '#web/features/pages/service.ts'
import type { PageHeadSlot } from '#web/features/pages/service.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { PlainSamples } from '#web/widgets/sample-table/plain-samples.tsx'
import { useTexts } from '#web/widgets/sample-table/texts.ts'

/** The samples page of a survey that configures none. */
const plainPage: Omit<Page, 'title' | 'selectionInterval'> = {
  extname: 'samplelist',
  icon: null,
  components: [],
  kind: 'samples',
  isBuilt: true,
  hide: [],
}

/** The samples page: its components, and the plain table if none of them is a sample table. */
export function SampleListScreen({ Head }: { Head: PageHeadSlot }) {
  const t = useTexts()
  const { survey } = useSurveyStart()
  const page = survey.pages.find(({ kind }) => kind === 'samples') ?? {
    ...plainPage,
    title: t('title'),
    selectionInterval: survey.selectionInterval,
  }
  const hasTable = [...walkComponents([page])].some(({ component }) => component.type === 'sample-table')
  return (
    <PageFrame key={page.extname} page={page} Head={Head}>
      {!hasTable && (
        <div style={{ marginTop: page.components.length === 0 ? 0 : 16 }}>
          <PlainSamples />
        </div>
      )}
    </PageFrame>
  )
}
