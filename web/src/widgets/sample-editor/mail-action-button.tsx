import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { startMailAction } from '@gensvar/contract/samples'
import { call } from '#web/api.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { notifyDone } from '#web/ui/notify.tsx'
import { useEditor } from './editor-context.ts'
import { editorQuery } from './editor-query.ts'
import type { PartOf } from './part-types.ts'
import { useTexts } from './texts.ts'

/** Starts a mail action for the sample. */
export function MailActionButton({ part: { componentDef: def } }: { part: PartOf<'mail-action-button'> }) {
  const t = useTexts()
  const text = useLocalText()
  const { place, data } = useEditor()
  const queryClient = useQueryClient()
  const { extname, template, mailVariable, campaignName, strictFiltering } = def
  const name = text(def.title) || campaignName
  const start = useMutation({
    mutationFn: () =>
      call(startMailAction, {
        params: place,
        body: { extname, template, mailVariable, campaignName, strictFiltering },
      }),
    onSuccess: () => {
      notifyDone(t('mailActionStarted', { name }))
      // The list of sendings has a new one.
      return queryClient.invalidateQueries({ queryKey: editorQuery(place).queryKey })
    },
  })
  return (
    <Button variant="default" disabled={!data.isActive} loading={start.isPending} onClick={() => start.mutate()}>
      {name}
    </Button>
  )
}
