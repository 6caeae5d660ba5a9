import { Switch } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getNewSurveySetting, saveNewSurveySetting } from '@gensvar/contract/new-survey'
import { call } from '#web/api.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { useIdentity } from '#web/lib/session-store.ts'
import classes from './new-survey.module.css'
import { useTexts } from './texts.ts'

const queryKey = ['new-survey-setting']

/** Root's switch: whether administrators of the organisation may make surveys of files as well. */
export function MakersSetting() {
  const t = useTexts()
  const text = useLocalText()
  const queryClient = useQueryClient()
  const { universe, universes } = useIdentity()
  const query = useQuery({ queryKey, queryFn: ({ signal }) => call(getNewSurveySetting, {}, { signal }) })
  const save = useMutation({
    mutationFn: (administrators: boolean) => call(saveNewSurveySetting, { body: { administrators } }),
    onSuccess: (saved) => queryClient.setQueryData(queryKey, saved),
  })
  if (query.data === undefined) return null
  const name = text(universes.find((one) => one.name === universe)?.title) || (universe ?? '')
  return (
    <Switch
      className={classes['setting']}
      label={t('administratorsMay', { name })}
      checked={save.isPending ? save.variables : query.data.administrators}
      disabled={save.isPending}
      onChange={({ currentTarget }) => save.mutate(currentTarget.checked)}
    />
  )
}
