import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { startPushCampaigns } from '@gensvar/contract/samples'
import { useState } from 'react'
import { call } from '#web/api.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { notifyDone } from '#web/ui/notify.tsx'
import { useEditor } from './editor-context.ts'
import type { PartOf } from './part-types.ts'
import { useTexts } from './texts.ts'

/** Starts push campaigns for the sample. It can be clicked once, and only while the sample is active. */
export function PushCampaignButton({ part: { componentDef: def } }: { part: PartOf<'push-campaign-button'> }) {
  const t = useTexts()
  const text = useLocalText()
  const { place, data } = useEditor()
  const [isClicked, setClicked] = useState(false)
  const { extname, campaigns } = def
  const name = text(def.title) || campaigns.join(', ')
  const start = useMutation({
    mutationFn: () => call(startPushCampaigns, { params: place, body: { extname, campaigns } }),
    onSuccess: () => notifyDone(t('campaignStarted', { name })),
  })
  return (
    <Button
      variant="default"
      disabled={isClicked || !data.isActive}
      onClick={() => {
        setClicked(true)
        start.mutate()
      }}
    >
      {name}
    </Button>
  )
}
