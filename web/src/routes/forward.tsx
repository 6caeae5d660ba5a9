import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import type en from '#web/locales/en/notices.json'
import { clientConfig } from '#web/features/session/provider.ts'
import { defineTexts } from '#web/lib/texts.ts'
import { PlainPage } from '#web/ui/plain-page.tsx'

const useTexts = defineTexts<typeof en>('notices')

/** Says that a dashboard has moved: one region's with a link to its old data, Finland's to a .fi address. */
export default function Forward() {
  const t = useTexts()
  const finland = useLocation({ select: (location) => location.pathname === '/finland' })
  const { data } = useQuery({ queryKey: ['client-config'], queryFn: clientConfig, meta: { quiet: true } })
  const forward = data?.forward
  const link = finland ? forward?.finland?.address : forward?.vgs?.oldData
  return (
    <PlainPage title={finland ? t('finlandTitle') : t('movedTitle')}>
      <p>{finland ? t('finlandText') : t('movedText')}</p>
      {link !== undefined && <Anchor href={link}>{finland ? link : t('oldData')}</Anchor>}
    </PlainPage>
  )
}
