import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { learnFromRatings } from '@gensvar/contract/comments'
import type { TextLearning } from '@gensvar/contract/entities/text-learning'
import { call } from '#web/api.ts'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { usePlace } from '#web/lib/place.ts'
import { notifyError } from '#web/ui/notify.tsx'
import { useTexts } from './texts.ts'

/** What was learnt from the survey's ratings and how well it judges, beside the word lists; who may has it learnt now. */
export function LearningNotes({ learning }: { learning: TextLearning }) {
  const t = useTexts()
  const text = useLocalText()
  const format = useFormat()
  const { survey } = usePlace()
  const { state, nApart, nNeeded, nGood, nBad, lexiconShare, learntShare, ratings, canLearn } = learning
  const learn = useMutation({
    mutationFn: () => call(learnFromRatings, { params: { survey }, body: {} }),
    onError: notifyError,
  })
  return (
    <>
      <p>
        {t(`learnt_${state}`, {
          n: format.number(nApart),
          learnt: format.number(learntShare, 1),
          lists: format.number(lexiconShare, 1),
          needed: format.number(nNeeded),
          good: format.number(nGood),
          bad: format.number(nBad),
        })}
      </p>
      {ratings.length > 0 && (
        <p className="gv-quiet">{t('learntFrom', { questions: ratings.map((title) => text(title)).join(' · ') })}</p>
      )}
      {canLearn &&
        (learn.isSuccess ? (
          <p role="status">{t('learningBegun')}</p>
        ) : (
          <Button variant="default" size="xs" mb={8} loading={learn.isPending} onClick={() => learn.mutate()}>
            {t('learnNow')}
          </Button>
        ))}
    </>
  )
}
