import { useLocalText } from '#web/lib/local-text.ts'
import { Empty, NoAccess } from '#web/ui/states/states.tsx'
import { WidgetFrame } from '#web/widgets/widget-frame.tsx'
import type { WidgetProps } from '#web/widgets/widget-props.ts'
import { useWidgetData } from '#web/widgets/widget-query.ts'
import { useTexts } from './texts.ts'
import { ImportSets } from './import-sets.tsx'

/** What was imported into the survey, when, by whom and from which file; each import can be undone whole. */
export function ImportSetList({ config }: WidgetProps<'import-set-list'>) {
  const t = useTexts()
  const text = useLocalText()
  const query = useWidgetData('import-set-list', 'data', config.id, {})
  return (
    <WidgetFrame
      query={query}
      title={text(config.title) || t('setsTitle')}
      height={200}
      isEmpty={({ importSets }) => importSets.length === 0}
      empty={
        query.data?.mayRemove === false ? (
          <NoAccess compact>{t('setsForAdministrators')}</NoAccess>
        ) : (
          <Empty title={t('noSets')} compact>
            {t('noSetsText')}
          </Empty>
        )
      }
    >
      {({ importSets, mayRemove }) => <ImportSets sets={importSets} mayRemove={mayRemove} />}
    </WidgetFrame>
  )
}
