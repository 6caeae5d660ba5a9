import { Anchor, Modal } from '@mantine/core'
import { IconClock, IconExternalLink, IconHelp, IconMail, IconPhone } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { isWebAddress } from '@gensvar/contract/address-text'
import type en from '#web/locales/en/support.json'
import { useLocalText } from '#web/lib/local-text.ts'
import type { SurveyStart } from '#web/lib/survey-start.ts'
import { defineTexts } from '#web/lib/texts.ts'
import classes from './support-dialog.module.css'

const useTexts = defineTexts<typeof en>('support')

interface Props {
  opened: boolean
  onClose: () => void
  support: SurveyStart['support'] | undefined
}

function Line({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }) {
  return (
    <div className={classes['line']}>
      <dt className={classes['label']}>
        {icon}
        {label}
      </dt>
      <dd className={classes['value']}>{children}</dd>
    </div>
  )
}

/** Where to get help: frequent questions, e-mail, phone and opening hours. */
export function SupportDialog({ opened, onClose, support }: Props) {
  const t = useTexts()
  const text = useLocalText()
  const { faq: given = null, email = null, phone = null, hours = null } = support ?? {}
  const faq = given !== null && isWebAddress(given) ? given : null
  const none = faq === null && email === null && phone === null && hours === null
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('title')}
      size={440}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {none ? (
        <p className={classes['none']}>{t('none')}</p>
      ) : (
        <dl className={classes['lines']}>
          {faq !== null && (
            <Line icon={<IconHelp size={20} aria-hidden="true" />} label={t('faq')}>
              <Anchor href={faq} target="_blank" rel="noreferrer">
                {t('openFaq')} <IconExternalLink size={14} aria-hidden="true" />
              </Anchor>
            </Line>
          )}
          {email !== null && (
            <Line icon={<IconMail size={20} aria-hidden="true" />} label={t('email')}>
              <Anchor href={`mailto:${email}`}>{email}</Anchor>
            </Line>
          )}
          {phone !== null && (
            <Line icon={<IconPhone size={20} aria-hidden="true" />} label={t('phone')}>
              <Anchor href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>{phone}</Anchor>
            </Line>
          )}
          {hours !== null && (
            <Line icon={<IconClock size={20} aria-hidden="true" />} label={t('hours')}>
              {text(hours)}
            </Line>
          )}
        </dl>
      )}
    </Modal>
  )
}
