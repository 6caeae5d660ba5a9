import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { removeScript } from '@gensvar/contract/scripts'
import type { StoredScript } from '@gensvar/contract/scripts'
import { useState } from 'react'
import { call } from '#web/api.ts'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { useGo } from '#web/lib/use-go.ts'
import { notifyDone, notifyError } from '#web/ui/notify.tsx'
import { scriptListsKey, scriptQuery } from './queries.ts'
import { homeOf } from './script-place.ts'
import type { ScriptPlace } from './script-place.ts'
import { text, useTexts } from './texts.ts'

const ConfirmDialog = whenOpened(() => import('#web/ui/confirm-dialog.tsx').then((file) => file.ConfirmDialog))

/** Deletes a script with its versions and events, after a question. */
export function DeleteScript({ place, script }: { place: ScriptPlace; script: StoredScript }) {
  const t = useTexts()
  const go = useGo()
  const queryClient = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const remove = useMutation({
    mutationFn: () => call(removeScript, { params: { survey: place.survey, scriptId: script.id } }),
    onSuccess: () => {
      notifyDone(text('deleted'))
      queryClient.removeQueries({ queryKey: scriptQuery(place).queryKey })
      go(homeOf(place))
    },
    onError: notifyError,
    onSettled: () => {
      setAsked(false)
      void queryClient.invalidateQueries({ queryKey: scriptListsKey })
    },
  })
  return (
    <>
      <Button variant="default" onClick={() => setAsked(true)}>
        {t('delete')}
      </Button>
      <ConfirmDialog
        opened={isAsked}
        title={t('deleteAsk')}
        message={t('deleteText', { name: script.extname })}
        okText={t('delete')}
        danger
        busy={remove.isPending}
        onOk={() => remove.mutate()}
        onCancel={() => setAsked(false)}
      />
    </>
  )
}
