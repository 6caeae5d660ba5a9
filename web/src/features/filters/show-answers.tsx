import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { countAnswers } from '@gensvar/contract/paths'
import { call } from '#web/api.ts'
import { useFormat } from '#web/lib/format.ts'
import { useDrillPath } from '#web/lib/place.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { useAbout } from '#web/lib/vocabulary.ts'
import { useTexts } from './texts.ts'

interface Props {
  /** The period of the page shown, which applies while no filter on the date is chosen. */
  interval: string | null
  /** Closes the filters, so that the answers are seen. */
  onShow: () => void
}

/** The button under filters that cover the page: says how many answers they leave, and shows them. */
export function ShowAnswers({ interval, onShow }: Props) {
  const t = useTexts()
  const format = useFormat()
  const about = useAbout()
  const survey = useSurveyStart().survey.extName
  const drillPath = useDrillPath()
  const { data, isPending } = useQuery({
    queryKey: ['count-answers', survey, drillPath, interval],
    queryFn: ({ signal }) =>
      call(countAnswers, { params: { survey, drillPath }, query: { interval: interval ?? undefined } }, { signal }),
    meta: { quiet: true },
  })
  const count = data?.n ?? null
  return (
    <Button fullWidth size="md" aria-busy={isPending} onClick={onShow}>
      <span role="status">
        {count === null ? t('showAll') : t('showAnswers', { count, n: `${about}${format.number(count)}` })}
      </span>
    </Button>
  )
}
