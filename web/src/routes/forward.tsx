import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { isWebAddress } from '@gensvar/contract/address-text'
import type en from '#web/locales/en/notices.json'
import { clientConfigQuery } from '#web/features/session/client-config-query.ts'
import { defineTexts } from '#web/lib/texts.ts'
import { paths } from '#web/paths.ts'
import { PlainPage } from '#web/ui/plain-page.tsx'

const useTexts = defineTexts<typeof en>('notices')

/** Says that a dashboard has moved: for one region with a link to its old data, for Finland to a .fi address. */
export default function Forward() {
  const t = useTexts()
  const finland = useLocation({ select: (location) => location.pathname === paths.finland() })
  const { data } = useQuery(clientConfigQuery)
  const link = finland ? data?.forward.finland : data?.forward.oldData
  return (
    <PlainPage title={finland ? t('finlandTitle') : t('movedTitle')}>
      <p>{finland ? t('finlandText') : t('movedText')}</p>
      {link && isWebAddress(link) && <Anchor href={link}>{finland ? link : t('oldData')}</Anchor>}
    </PlainPage>
  )
}
