import { useLocalText } from '#web/lib/local-text.ts'
import { usePlace } from '#web/lib/place.ts'
import { CommentsPanel } from '#web/widgets/feedback/comments-panel.tsx'
import { useTexts } from '#web/widgets/feedback/texts.ts'
import type { WidgetProps } from '#web/widgets/widget-props.ts'
import { fetchWidgetData } from '#web/widgets/widget-query.ts'

/** Search in the comments to several questions. */
export function FeedbackSearch({ config }: WidgetProps<'feedback-search'>) {
  const t = useTexts()
  const text = useLocalText()
  const { survey, drillPath } = usePlace()
  const at = { survey, drillPath, component: config.id }
  return (
    <CommentsPanel
      id={config.id}
      title={text(config.title) || t('feedbackSearch')}
      load={(params, signal) => fetchWidgetData('feedback-search', 'data', at, params, signal)}
    />
  )
}
