import { Loader, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { errorText } from '#web/lib/error-text.ts'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { useAbout } from '#web/lib/vocabulary.ts'
import { noValueText } from '#web/ui/no-value.tsx'
import { valueQuery } from './action-query.ts'
import type { AskedPlace } from './action-query.ts'
import { useTexts } from './texts.ts'

interface Props {
  place: AskedPlace
  /** Of the item; empty without one. */
  expression: string
  period: string
}

/** The current value of the chosen item over the chosen period, or why there is none. */
export function CurrentValue({ place, expression, period }: Props) {
  const t = useTexts()
  const text = useLocalText()
  const format = useFormat()
  const about = useAbout()
  const { data, error, isFetching } = useQuery(valueQuery(place, expression, period))
  const isShown = data !== undefined && data.formattedValue !== null
  const answers =
    isShown && data.n !== null ? t('answers', { count: data.n, n: `${about}${format.number(data.n)}` }) : ''
  const why =
    error === null ? text(data?.withheld) || (data === undefined ? t('chooseItem') : t('noAnswers')) : errorText(error)
  return (
    <TextInput
      label={t('currentValue')}
      readOnly
      variant="filled"
      value={isShown ? (data.formattedValue ?? '') : isFetching ? '' : noValueText}
      description={isFetching ? t('computing') : isShown ? answers : why}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      rightSection={isFetching ? <Loader size={16} color="gray" /> : undefined}
    />
  )
}
