import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sampleButtons } from '@gensvar/contract/sample-buttons'
import { resendInvitation, updateSample } from '@gensvar/contract/samples'
import { call } from '#web/api.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { notifyDone, notifyError } from '#web/ui/notify.tsx'
import { useEditor } from './editor-context.ts'
import type { Editor } from './editor-context.ts'
import { editorQuery } from './editor-query.ts'
import { fieldsIn } from './editor-tree.ts'
import type { PartOf } from './part-types.ts'
import { useTexts } from './texts.ts'

/** The stored address among the editor's fields; empty for the one that the sample has. */
function addressIn(data: Editor['data']): string {
  const address = fieldsIn(data).find(({ type }) => type === 'Email')?.value
  return typeof address === 'string' ? address : ''
}

/** Sends the invitation again, by e-mail or by SMS: whichever is offered. */
export function ResendButton({ part: { componentDef: def } }: { part: PartOf<'resend-button'> }) {
  const t = useTexts()
  const text = useLocalText()
  const { place, data } = useEditor()
  const { survey, sampleId } = place
  const queryClient = useQueryClient()
  const offered = sampleButtons(data.state, data.rights)
  const params = { survey, sampleId }

  /** Answers with what could not be done. */
  async function send(channel: 'EMAIL' | 'SMS'): Promise<string[]> {
    if (channel === 'EMAIL') {
      await call(resendInvitation, { params, body: { email: addressIn(data) } })
      return []
    }
    const { version, state } = data
    const { notices } = await call(updateSample, { params, query: { resendSMS: 'true' }, body: { version, state } })
    return notices
  }

  const resend = useMutation({
    mutationFn: send,
    onSuccess: (notices) => {
      if (notices.length > 0) return notifyError(notices.join(' '))
      notifyDone(t('resent'))
      // The list of sendings has a new one.
      return queryClient.invalidateQueries({ queryKey: editorQuery(place).queryKey })
    },
  })
  const title = text(def.title)
  const both = offered.resendEmail && offered.resendSMS
  const button = (channel: 'EMAIL' | 'SMS', words: string) => (
    <Button
      key={channel}
      variant="default"
      loading={resend.isPending && resend.variables === channel}
      disabled={resend.isPending}
      onClick={() => resend.mutate(channel)}
    >
      {title === '' ? words : both ? `${title}: ${words}` : title}
    </Button>
  )
  return (
    <>
      {offered.resendEmail && button('EMAIL', t('resendEmail'))}
      {offered.resendSMS && button('SMS', t('resendSMS'))}
    </>
  )
}
