import { ListPage } from '#web/features/pages/service.ts'
import type { PageHeadSlot } from '#web/features/pages/service.ts'
import { PlainSamples } from '#web/widgets/sample-table/plain-samples.tsx'
import { useTexts } from '#web/widgets/sample-table/texts.ts'

/** The samples page. */
export function SampleListScreen({ Head }: { Head: PageHeadSlot }) {
  const t = useTexts()
  return (
    <ListPage kind="samples" extname="samplelist" title={t('title')} table="sample-table" Head={Head}>
      <PlainSamples />
    </ListPage>
  )
}
