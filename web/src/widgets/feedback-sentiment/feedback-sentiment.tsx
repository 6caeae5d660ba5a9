import { useState } from 'react'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { Empty } from '#web/ui/states/states.tsx'
import { AnalysisNotes, HowJudged } from '#web/widgets/feedback/analysis-notes.tsx'
import { NoComments } from '#web/widgets/feedback/no-comments.tsx'
import { useTexts } from '#web/widgets/feedback/texts.ts'
import { useCommentsAddress } from '#web/widgets/feedback/use-comments-address.ts'
import { WidgetFrame } from '#web/widgets/widget-frame.tsx'
import type { WidgetProps } from '#web/widgets/widget-props.ts'
import { useWidgetData } from '#web/widgets/widget-query.ts'
import { Withheld } from '#web/widgets/withheld.tsx'
import { SentimentTable } from './sentiment-table.tsx'

/** All categories with what comments say of them; each opens to its questions and the categories in it. */
export function FeedbackSentiment({ config }: WidgetProps<'feedback-sentiment'>) {
  const t = useTexts()
  const text = useLocalText()
  const format = useFormat()
  const query = useWidgetData('feedback-sentiment', 'data', config.id, {})
  const addressOf = useCommentsAddress(config.questions)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const { data } = query
  function toggle(name: string, isOpen: boolean): void {
    const next = new Set(open)
    if (isOpen) next.add(name)
    else next.delete(name)
    setOpen(next)
  }
  const title = text(config.title) || t('feedbackSentiment')
  return (
    <WidgetFrame
      query={query}
      title={title}
      subtitle={
        data?.nUncategorised != null &&
        data.nComments != null &&
        data.nComments > 0 &&
        t('uncategorised', {
          count: data.nComments,
          m: format.number(data.nComments - data.nUncategorised),
          n: format.number(data.nComments),
        })
      }
      actions={<HowJudged analysis={data?.analysis} />}
      height={360}
      isEmpty={({ nComments, withheld, analysis }) => nComments === 0 && withheld === null && analysis.nWaiting === 0}
      empty={<NoComments />}
    >
      {({ categories, nComments, withheld, analysis }) =>
        withheld === null ? (
          <>
            {categories.length > 0 ? (
              <SentimentTable
                label={title}
                categories={categories}
                open={open}
                onToggle={toggle}
                addressOf={addressOf}
              />
            ) : (
              <Empty title={t('noCategories')} compact>
                {t('noCategoriesHelp')}
              </Empty>
            )}
            <AnalysisNotes analysis={analysis} nComments={nComments} />
          </>
        ) : (
          <Withheld why={withheld} compact />
        )
      }
    </WidgetFrame>
  )
}
