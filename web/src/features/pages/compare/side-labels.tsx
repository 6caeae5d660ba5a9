import { Menu } from '@mantine/core'
import { useTexts } from './texts.ts'

/** Says whose files follow in a menu. */
export function FilesOf({ of }: { of: 'both' | 'A' | 'B' }) {
  const t = useTexts()
  return <Menu.Label>{of === 'both' ? t('fileOfBoth') : t('fileOf', { side: of })}</Menu.Label>
}

/** Says which side a subscription is of. */
export function SubscribedSide() {
  const t = useTexts()
  return <Menu.Label>{t('subscribedSide')}</Menu.Label>
}
